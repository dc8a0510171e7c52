//! The flat view, with a token in place of each piece. The pieces stay and move as usual but are
//! hidden, except for tumbling dice.

use std::collections::{BTreeSet, HashMap};
use std::f32::consts::FRAC_PI_2;

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::engine::{DynGame, Look, PieceKind, Place, Side};
use crate::session::{MainCamera, Selection, Session, Settings, View};
use crate::table::material::{MaterialKind, MeshAssets};
use crate::table::mesh::token::{Token, TokenBody};
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{
    Boxed, DrawnScale, Home, ReadPieces, ShownFlat, Spot, StackedOn, Supports, TablePiece, TablePieces, Toppled,
    TrayDie, stacks,
};
use crate::table::schedule::FrameSet;

/// Height of a token above the foot of its piece, m: above the marks.
const RISE: f32 = 0.0025;

/// Scale of tokens beside the board, where pieces are closer together.
const BESIDE: f32 = 0.72;

/// The token of a piece or a stack.
#[derive(Component, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaidToken {
    /// The lowest piece that the token represents.
    pub on: Entity,
    /// The figure.
    pub token: Token,
    /// The owner.
    pub side: Option<Side>,
}

/// The mesh of each token.
#[derive(Resource, Default)]
pub struct TokenMeshes(HashMap<Token, Handle<Mesh>>);

impl TokenMeshes {
    /// Returns the components that draw a token.
    pub fn drawn(&mut self, assets: &mut MeshAssets, token: &Token, side: Option<Side>) -> impl Bundle {
        let mesh = self.0.entry(token.clone()).or_insert_with_key(|token| assets.own_mesh(token.shape())).clone();
        let surface = assets.surface(MaterialKind::Token { side, resin: token.body == TokenBody::Pyramids });
        (Mesh3d(mesh), MeshMaterial3d(surface), NotShadowCaster)
    }
}

/// The token of a piece or stack of a game.
#[must_use]
pub fn token(game: &dyn DynGame, look: &Look) -> Token {
    let info = game.piece_info(look);
    let body = match look {
        Look::Chessman(_) => TokenBody::Bare,
        Look::Die(..) => TokenBody::Die,
        Look::Chips(_) => TokenBody::Chips,
        Look::Pyramids(_) => TokenBody::Pyramids,
    };
    let kind = match look {
        Look::Chessman(kind) => Some(*kind),
        Look::Die(_, symbol) => PieceKind::marked(symbol),
        Look::Chips(_) | Look::Pyramids(_) => info.kind(),
    };
    let label = match look {
        Look::Die(_, symbol) if kind.is_none() => (*symbol).to_string(),
        // A single piece has no number.
        _ => info.number.filter(|number| *number > 1).map(|number| number.to_string()).unwrap_or_default(),
    };
    Token { body, kind, label }
}

/// Maintains the tokens of the flat view.
pub fn plugin(app: &mut App) {
    app.init_resource::<TokenMeshes>().add_systems(Update, (lay, show, follow).chain().in_set(FrameSet::Mark));
}

/// The lowest pieces of all stacks, without a die that is not a piece.
type Lowest = (With<TablePiece>, Without<StackedOn>, Without<Boxed>, Without<TrayDie>);

/// The pieces and everything else that determines their tokens.
#[derive(SystemParam)]
struct TokenSources<'w, 's> {
    settings: Res<'w, Settings>,
    selection: Res<'w, Selection>,
    session: Res<'w, Session>,
    pieces: TablePieces<'w, 's>,
    lowest: Query<'w, 's, Entity, Lowest>,
    regrouped: Query<'w, 's, (), AnyOfChanges>,
    unloaded: RemovedComponents<'w, 's, Supports>,
    unstacked: RemovedComponents<'w, 's, StackedOn>,
    unboxed: RemovedComponents<'w, 's, Boxed>,
}

type AnyOfChanges = Or<(Changed<TablePiece>, Changed<Supports>, Added<Boxed>, Added<TrayDie>)>;

impl TokenSources<'_, '_> {
    fn changed(&mut self) -> bool {
        let fewer = self.unloaded.read().count() + self.unstacked.read().count() + self.unboxed.read().count() > 0;
        fewer
            || !self.regrouped.is_empty()
            || self.settings.is_changed()
            || self.selection.is_changed()
            || self.session.is_changed()
    }

    /// The token of each stack; for a stack divided by the selection, one for each part.
    fn tokens(&self) -> BTreeSet<LaidToken> {
        let Some(game) = self.session.game().filter(|_| self.settings.view == View::Flat) else {
            return BTreeSet::new();
        };
        let mut tokens = BTreeSet::new();
        for base in &self.lowest {
            let (Some(look), Some(piece)) = (stacks::look(&self.pieces, base), self.pieces.piece(base)) else {
                continue;
            };
            let held = self.selection.held.is_some() && self.pieces.place(base) == self.selection.held;
            let count = self.selection.count.filter(|_| held);
            let parts = count.and_then(|count| Some((look.split(count)?, stacks::upper(&self.pieces, base, count))));
            let parts = match parts {
                Some(((stays, lifted), upper)) => vec![(base, stays), (upper, lifted)],
                None => vec![(base, look)],
            };
            tokens.extend(parts.into_iter().map(|(on, look)| LaidToken {
                on,
                token: token(game, &look),
                side: piece.side,
            }));
        }
        tokens
    }
}

/// Updates the drawn tokens. Unchanged ones are left alone.
fn lay(
    mut commands: Commands,
    (mut assets, mut meshes): (MeshAssets, ResMut<TokenMeshes>),
    mut stacks: TokenSources,
    laid: Query<(Entity, &LaidToken)>,
) {
    if !stacks.changed() {
        return;
    }
    let mut missing = stacks.tokens();
    for (entity, token) in &laid {
        if !missing.remove(token) {
            commands.entity(entity).despawn();
        }
    }
    for token in missing {
        let drawn = meshes.drawn(&mut assets, &token.token, token.side);
        commands.spawn((token, drawn, Transform::default(), Visibility::Hidden));
    }
}

/// Hides the pieces behind their tokens. A tumbling die has no token, because its result is unknown
/// until it lies still.
fn show(
    mut commands: Commands,
    settings: Res<Settings>,
    pieces: Query<(Entity, &TablePiece, &Transform, &Home, Has<ShownFlat>), (Without<Boxed>, Without<TrayDie>)>,
) {
    for (entity, TablePiece { look, .. }, transform, Home(home), shown_flat) in &pieces {
        let tumbles = matches!(look, Look::Die(..)) && transform.rotation.dot(home.rotation).abs() < 0.9999;
        let flat = settings.view == View::Flat && !tumbles;
        if flat && !shown_flat {
            commands.entity(entity).insert(ShownFlat);
        } else if shown_flat && !flat {
            commands.entity(entity).remove::<ShownFlat>();
        }
    }
}

/// Moves each token with its piece, upright for the viewer.
fn follow(
    cameras: Query<&Transform, MainCamera>,
    pieces: Query<
        (
            &TablePiece,
            &Transform,
            &Visibility,
            &DrawnScale,
            Option<&Spot>,
            Has<ShownFlat>,
            Has<Toppled>,
            Has<StackedOn>,
        ),
        AnyPiece,
    >,
    mut tokens: Query<(&LaidToken, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let Some(camera) = cameras.iter().next() else { return };
    let right = camera.rotation * Vec3::X;
    let yaw = (-right.z).atan2(right.x);
    for (LaidToken { on, .. }, mut transform, mut visibility) in &mut tokens {
        let Ok((TablePiece { look, .. }, at, seen, DrawnScale(scale), spot, flat, toppled, stacked)) = pieces.get(*on)
        else {
            continue;
        };
        // The lowest part of a piece on its side is not its foot.
        let upright = matches!(look, Look::Die(..)) || (at.rotation * Vec3::Y).y > 0.9;
        let foot = if upright { at.translation.y - PieceShape::of(look).lift() } else { at.translation.y };
        let turn = if toppled { yaw + FRAC_PI_2 } else { yaw };
        let on_cell = matches!(spot, Some(Spot::Place(Place::Cell(_))));
        let size = scale * if on_cell || stacked { 1.0 } else { BESIDE };
        let place = Transform::from_translation(at.translation.with_y(foot + RISE))
            .with_rotation(Quat::from_rotation_y(turn))
            .with_scale(Vec3::splat(size));
        transform.set_if_neq(place);
        visibility.set_if_neq(if flat { *seen } else { Visibility::Hidden });
    }
}

type AnyPiece = (With<TablePiece>, Without<Camera3d>, Without<LaidToken>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    /// In each game, tokens are equal exactly if the pieces move alike.
    #[test]
    fn tokens_tell_pieces_apart() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            let mut seen: HashMap<Token, &'static str> = HashMap::new();
            for step in 0..150_usize {
                for piece in game.pieces() {
                    let (token, name) = (token(&*game, &piece.look), game.piece_info(&piece.look).name);
                    assert!(token.kind.is_some(), "{}: {piece:?}", info.id);
                    let before = *seen.entry(token.clone()).or_insert(name);
                    assert_eq!(before, name, "{}: {token:?}", info.id);
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
                game.apply(&action).unwrap();
            }
            assert!(seen.len() > 2, "{}: {seen:?}", info.id);
        }
    }

    #[test]
    fn stacks_have_their_number() {
        let game = games::begin(games::info("makarenko").unwrap(), Options::default(), None).unwrap();
        let of = |count: u8| token(&*game, &Look::Chips(count));
        assert_eq!(of(5), Token { body: TokenBody::Chips, kind: Some(PieceKind::Bishop), label: "5".into() });
        assert_eq!(of(1).label, "");
    }
}
