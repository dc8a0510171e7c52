#[test]
fn dry() {
    let spec = std::fs::read_to_string("/tmp/dry.txt").unwrap();
    for line in spec.lines() {
        let mut parts = line.split('|');
        let (game, start, actions) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let info = fairground::games::info(game).unwrap();
        let all = super::kinds::of_game(info);
        println!("{game}: all {all:?}");
        let start = if start.is_empty() { fairground::games::begin(info, Default::default(), None).unwrap().text() } else { start.into() };
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
