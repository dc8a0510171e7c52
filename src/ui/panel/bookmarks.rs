//! Bookmarks and comments at points of a match.

use bevy_egui::egui::{Key, Label, RichText, TextEdit, Ui};

use crate::play::{Match, Note, Replay};
use crate::session::PlayerCommand;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

const BOOKMARK: char = '★';

/// A comment being typed.
#[derive(Debug, Default)]
pub struct CommentDraft {
    /// Its point, as a number of actions.
    pub after: usize,
    /// The text.
    pub text: String,
    /// The note at this point when the field was last updated.
    pub noted: String,
    /// Whether the field is open.
    pub open: bool,
    /// Whether the field has just been opened and gets the focus.
    pub opens: bool,
}

/// The point shown on the table, as a number of actions; `None` if no match is shown.
fn shown(cx: &UiContext) -> Option<usize> {
    let played = |running: &Match| running.record().actions().len();
    cx.session.replay().map(Replay::at).or_else(|| cx.session.match_on_table().map(played))
}

fn noted(after: usize, cx: &UiContext) -> Note {
    let found = cx.session.notes().and_then(|notes| notes.get(&after));
    found.cloned().unwrap_or_else(|| Note::new(after, false, ""))
}

/// Toggles the bookmark at the point shown.
pub fn toggle_bookmark(cx: &mut UiContext) {
    let Some(after) = shown(cx) else { return };
    let note = noted(after, cx);
    cx.commands.push(PlayerCommand::Annotate(Note { bookmark: !note.bookmark, ..note }));
}

/// Opens the comment field.
pub fn open_comment(cx: &mut UiContext) {
    if shown(cx).is_some() {
        cx.ui_commands.push(UiCommand::Comment);
    }
}

/// Draws the comment field of the point shown.
pub fn field(ui: &mut Ui, draft: &mut CommentDraft, cx: &mut UiContext) {
    let Some(after) = shown(cx) else {
        draft.open = false;
        return;
    };
    let note = noted(after, cx);
    let id = ui.id().with("comment");
    let typing = ui.memory(|memory| memory.has_focus(id));
    // The text being typed belongs to the point where it was begun, even after the match moves on.
    if !typing && (draft.after != after || draft.noted != note.comment) {
        (draft.after, draft.text, draft.noted) = (after, note.comment.clone(), note.comment);
    }
    let field = TextEdit::singleline(&mut draft.text).id(id).hint_text(theme::muted("Add a comment"));
    let response = ui.add(field.desired_width(f32::INFINITY).char_limit(Note::MAX_COMMENT));
    if std::mem::take(&mut draft.opens) {
        response.request_focus();
    }
    if response.gained_focus() && cx.running {
        cx.commands.push(PlayerCommand::Run(false));
    }
    if response.lost_focus() {
        draft.open = false;
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            draft.text.clone_from(&draft.noted);
        } else if draft.text.trim() != draft.noted {
            let bookmark = noted(draft.after, cx).bookmark;
            cx.commands.push(PlayerCommand::Annotate(Note::new(draft.after, bookmark, &draft.text)));
        }
    }
}

/// Draws the notes at the points after `from` up to `to`, as part of the move list.
pub fn list(ui: &mut Ui, from: Option<usize>, to: usize, cx: &UiContext) {
    let Some(notes) = cx.session.notes() else { return };
    for note in notes.range(from.map_or(0, |from| from + 1)..=to).map(|(_, note)| note) {
        let sign = if note.bookmark { format!("{BOOKMARK} ") } else { String::new() };
        let text = RichText::new(format!("{sign}{}", note.text())).size(theme::SMALL).color(theme::BRASS);
        ui.add(Label::new(text).wrap());
    }
}

/// The hover text of a note's mark on the scrubber.
pub fn hint(note: &Note) -> String {
    let text = note.text();
    match (note.bookmark, text.is_empty()) {
        (true, true) => "bookmark".into(),
        (true, false) => format!("bookmark: {text}"),
        (false, _) => format!("comment: {text}"),
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, vec2};

    use super::*;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn annotated(rig: &Rig) -> Vec<Note> {
        let note = |command: &PlayerCommand| match command {
            PlayerCommand::Annotate(note) => Some(note.clone()),
            _ => None,
        };
        rig.commands.iter().filter_map(note).collect()
    }

    #[test]
    fn a_bookmark_and_a_comment_are_about_the_point_shown() {
        for screen in [SCREENS[1], (vec2(1600.0, 1200.0), 150)] {
            let mut replay = Replay::of_match(&played("fluky", 8));
            replay.go_to(3);
            let mut rig = Rig::new(screen, Session::from(replay));
            rig.check("replay");
            assert!(rig.find("Add a comment").is_none(), "the field opens by a button");
            rig.click("More");
            rig.click("Bookmark");
            assert_eq!(annotated(&rig), [Note::new(3, true, "")]);
            rig.commands.clear();
            rig.click("More");
            rig.click("Comment …");
            rig.frame(Vec::new());
            rig.frame(vec![Event::Text("Why?".into())]);
            // Meanwhile, the replay moves on.
            if let Some(replay) = rig.session.replay_mut() {
                replay.go_to(5);
            }
            let enter = Event::Key {
                key: Key::Enter,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: bevy_egui::egui::Modifiers::NONE,
            };
            rig.frame(vec![enter]);
            assert_eq!(annotated(&rig), [Note::new(3, false, "Why?")]);
            assert!(!rig.state.panel.comment.open);
        }
    }

    #[test]
    fn notes_stand_in_the_list_of_moves() {
        for screen in SCREENS {
            let mut running = played("fluky", 2);
            running.annotate(&Note::new(0, false, "Here it begins")).unwrap();
            running
                .annotate(&Note::new(2, true, &"A long remark with averyveryverylongwordindeed ".repeat(9)))
                .unwrap();
            let mut rig = Rig::new(screen, Session::from(running));
            rig.settings.notes_read.insert("fluky".into());
            rig.check("match");
            if screen == SCREENS[1] {
                assert!(rig.find("Here it begins").is_some() && rig.find("★ A long").is_some(), "{:?}", rig.seen());
            }
        }
    }
}
