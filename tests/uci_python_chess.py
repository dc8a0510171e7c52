"""Drives `fairground uci` with python-chess; run by tests/uci.rs with the path of the program."""

import random
import sys

import chess
import chess.engine


def legal(board, pv):
    board = board.copy()
    for move in pv:
        assert move in board.legal_moves, (board.fen(), move)
        board.push(move)


def plays_on(engine):
    """The engine plays on after unclaimed draws."""
    board = chess.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 3:
        board.push_uci(move)
    assert board.can_claim_threefold_repetition()
    board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
    board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
    board = chess.Board("8/8/8/4k3/8/4K3/4R3/8 w - - 99 90")
    for _ in range(10):
        board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
    assert len(board.move_stack) == 10


def limits(engine):
    board = chess.Board()
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(board, chess.engine.Limit(depth=3), root_moves=only).move in only
    mate = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2), info
    result = engine.play(board, chess.engine.Limit(white_clock=2, black_clock=2), info=chess.engine.INFO_ALL)
    assert result.info["time"] < 1.5 and result.info["seldepth"] >= result.info["depth"], result.info
    forced = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP3P/RNBQKBNR w KQkq - 0 1")
    result = engine.play(forced, chess.engine.Limit(white_clock=600, black_clock=600), info=chess.engine.INFO_ALL)
    assert result.info["time"] < 1, result.info


def analysis(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    infos = engine.analyse(board, chess.engine.Limit(depth=4), multipv=4)
    assert len(infos) == 4 and len({info["pv"][0] for info in infos}) == 4
    assert infos[0]["score"].white() == chess.engine.Mate(1)
    for info in infos:
        legal(board, info["pv"])
    with engine.analysis(chess.Board()) as running:
        for info in running:
            if info.get("depth", 0) >= 5:
                break
        running.stop()
        best = running.wait()
    assert best.move in chess.Board().legal_moves
    assert best.ponder is not None


def ponders(engine):
    board = chess.Board()
    clock = chess.engine.Limit(white_clock=1, black_clock=1)
    for _ in range(8):
        result = engine.play(board, clock, ponder=True)
        board.push(result.move)
        # The expected reply, or another one: a ponderhit, or a stop.
        expected = result.ponder is not None and board.ply() % 4 == 1
        board.push(result.ponder if expected else next(iter(board.legal_moves)))
        if board.is_game_over():
            break


def whole_game(engine):
    """Plays against random moves until the rules end the game: fivefold repetition, 75 moves, mate or stalemate."""
    rng = random.Random(1)
    board = chess.Board()
    while not board.is_game_over():
        if board.turn:
            board.push(engine.play(board, chess.engine.Limit(nodes=300), game=1).move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    assert board.outcome().winner is not chess.BLACK, board.outcome()


def main():
    engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=60)
    assert engine.id["name"].startswith("Fairground")
    for name in ["Hash", "Clear Hash", "Threads", "Ponder", "MultiPV"]:
        assert name in engine.options, name
    engine.configure({"Hash": 16, "Threads": 2, "Clear Hash": None})
    engine.configure({"Threads": 1})
    for test in [plays_on, limits, analysis, ponders, whole_game]:
        test(engine)
    engine.quit()
    print("agreed")


main()
