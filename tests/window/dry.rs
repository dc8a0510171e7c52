#[test]
fn dry() {
    let spec = std::fs::read_to_string("/tmp/dry.txt").unwrap();
    for line in spec.lines() {
        let mut parts = line.split('|');
        let (game, start, actions) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let info = fairground::games::info(game).unwrap();
        let all = super::kinds::of_game(info);
        println!("{game}: all {all:?}");
        let start = if start.is_empty() {
            fairground::games::begin(info, Default::default(), None).unwrap().text()
        } else {
            start.into()
        };
        let mut game = fairground::games::begin(info, Default::default(), Some(&start)).unwrap();
        let mut kinds = std::collections::BTreeSet::new();
        for action in actions.split_whitespace() {
            if !game.actions().iter().any(|own| own == action) {
                println!("NOT LEGAL {action} in {}: {:?}", game.text(), game.actions().join(" "));
                break;
            }
            let new = super::kinds::play(&mut *game, action);
            println!("  {action}: {new:?} {}", game.text());
            kinds.extend(new);
        }
        println!("missing {:?}", all.difference(&kinds).collect::<Vec<_>>());
        println!("now {} {:?}", game.text(), game.actions().join(" "));
    }
}
#[test]
fn whack_seed() {
    use fairground::engine::*;
    use fairground::play::*;
    let info = fairground::games::info("whack").unwrap();
    use rand::{RngExt, SeedableRng};
    // positions
    let mut best: Option<(usize, String, u64, Vec<String>)> = None;
    for pos in 0..40u64 {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(pos);
        let mut game = fairground::games::begin(info, Options::default(), None).unwrap();
        let mut start = None;
        for step in 0..120 {
            let actions = game.actions();
            if actions.is_empty() {
                break;
            }
            let caps = game.gestures().iter().filter(|(_, g)| g.kind == GestureKind::Capture).count();
            if step > 25 && game.text().contains(" move ") && caps >= 4 {
                start = Some(game.text());
                break;
            }
            game.apply(&actions[rng.random_range(0..actions.len())]).unwrap();
        }
        let Some(start) = start else { continue };
        for seed in 0..60 {
            let mut m = Match::new(Setup {
                info,
                options: Options::default(),
                seats: [Seat::Human; 2],
                seed,
                dice: Dice::Instant,
                start: Some(start.clone()),
                clock: None,
            })
            .unwrap();
            let mut kinds = std::collections::BTreeSet::new();
            let mut script = vec![];
            for _ in 0..20 {
                if m.outcome().is_some() {
                    break;
                }
                let mut copy = m.game().boxed();
                if let Some(roll) = m.throw(None) {
                    kinds.extend(super::kinds::play(&mut *copy, &format!("~{}", roll.symbol)));
                    m.settle(&roll).unwrap();
                } else {
                    let gestures = m.game().gestures();
                    let pick = gestures
                        .iter()
                        .find(|(_, g)| g.kind == GestureKind::Capture)
                        .or(gestures.first())
                        .unwrap()
                        .0
                        .clone();
                    kinds.extend(super::kinds::play(&mut *copy, &pick));
                    m.act(&pick).unwrap();
                }
                script.push(m.last_action().unwrap());
                let boards = kinds.iter().filter(|k| k.starts_with("a board")).count()
                    + kinds.iter().filter(|k| k.starts_with("a roll")).count();
                if boards == 11 {
                    if best.as_ref().is_none_or(|b| b.0 > script.len()) {
                        println!("{} {start} seed {seed} {}", script.len(), script.join(" "));
                        best = Some((script.len(), start.clone(), seed, script.clone()));
                    }
                    break;
                }
            }
        }
    }
}
#[test]
fn whack_open() {
    use fairground::engine::*;
    use fairground::play::*;
    let info = fairground::games::info("whack").unwrap();
    for seed in 0..4 {
        let mut m = Match::new(Setup {
            info,
            options: Options::default(),
            seats: [Seat::Human; 2],
            seed,
            dice: Dice::Instant,
            start: None,
            clock: None,
        })
        .unwrap();
        for a in ["=A0B3", "=A0B3+A1C1", "=A0B3+A1C1+B0D0"] {
            m.act(a).unwrap();
        }
        let roll = m.throw(None).unwrap();
        m.settle(&roll).unwrap();
        println!("seed {seed} {} {} {:?}", roll.symbol, m.game().text(), m.game().actions().join(" "));
        let first = m.game().actions()[2.min(m.game().actions().len() - 1)].clone();
        if m.act(&first).is_err() {
            continue;
        }
        println!("   after {first} {} ", m.game().text());
        let mut all = std::collections::BTreeMap::new();
        for (a, g) in m.game().gestures() {
            let mut c = m.game().boxed();
            let k = super::kinds::play(&mut *c, &a);
            all.entry(format!("{k:?}")).or_insert(vec![]).push((a, g.kind));
        }
        for (k, v) in all {
            println!("   {k}: {:?}", v.iter().map(|x| &x.0).collect::<Vec<_>>());
        }
    }
}
