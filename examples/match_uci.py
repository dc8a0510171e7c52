"""Plays orthodox chess against a UCI engine of limited strength, in pairs of games from random even openings.

    pip install chess
    cargo build --release --no-default-features --features cli
    python examples/match_uci.py /usr/games/stockfish --elo 2000 --games 100 --nodes 900000 --log stockfish.jsonl

Each engine plays one side in the first game of a pair, and the other side in the second. Both use one thread and a
limit of nodes, so the load of the machine does not affect the games. `fairground uci` searches about 900,000 nodes a
second; an engine of limited strength needs few nodes, because it plays the move of a low depth.

A game ends by the rules, and immediately at a draw by repetition or fifty moves; as a draw after 400 plies; or as won
when both engines have seen the same side ahead by ten pawns or a mate for four moves in a row each.
"""

import argparse
import json
import math
import pathlib
import random
from functools import partial

import chess
import chess.engine

# A game is adjudicated when both engines see this advantage (centipawns) for RESIGN_PLIES plies in
# a row.
RESIGN_SCORE = 1000
RESIGN_PLIES = 8
# Longer games are drawn.
MAX_PLIES = 400
# In pawns.
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def material(board):
    """White's material minus Black's, in pawns."""
    return sum(VALUES[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values())


def opening(rng):
    """A position after eight random plies, with equal material and no check."""
    while True:
        board = chess.Board()
        for _ in range(8):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over() and not board.is_check() and material(board) == 0:
            return board


def over(board, claims):
    """Whether a game is over. With `claims`, players claim draws as soon as they can; otherwise only the fifth repetition
    and 75 moves draw."""
    claimed = claims and (board.is_repetition(3) or board.halfmove_clock >= 100)
    return board.is_game_over() or claimed or board.ply() >= MAX_PLIES


def play(board, number, players, claims):
    """Plays a game to its end. Returns the winner, or None, and the reason."""
    agreed, leader = 0, 0
    while not over(board, claims):
        engine, limit = players[board.turn]
        played = engine.play(board, limit, game=number, info=chess.engine.INFO_SCORE)
        score = played.info["score"].white().score(mate_score=100_000) if "score" in played.info else 0
        ahead = (score >= RESIGN_SCORE) - (score <= -RESIGN_SCORE)
        agreed = agreed + 1 if ahead and ahead == leader else abs(ahead)
        leader = ahead
        board.push(played.move)
        if agreed >= RESIGN_PLIES and not board.is_game_over():
            return (chess.WHITE if leader > 0 else chess.BLACK), "both engines agree"
    outcome = board.outcome()
    return (outcome.winner, outcome.termination.name.lower()) if outcome else (None, "draw")


def elo(wins, draws, losses):
    """Fairground's difference in strength, and half of its 95 % confidence interval, in Elo."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    spread = math.sqrt((wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games / games)
    low, middle, high = (
        -400 * math.log10(1 / min(max(share, 0.001), 0.999) - 1)
        for share in (score - 1.96 * spread, score, score + 1.96 * spread)
    )
    return middle, (high - low) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="the other engine")
    parser.add_argument("--elo", type=int, default=2000, help="its UCI_Elo")
    parser.add_argument("--engine-nodes", type=int, default=100_000, help="its nodes for a move")
    parser.add_argument("--nodes", type=int, default=900_000, help="Fairground's nodes for a move")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="1", help="seed of the openings")
    parser.add_argument("--program", default="target/release/fairground")
    parser.add_argument("--no-claims", dest="claims", action="store_false", help="do not claim draws: both engines play on")
    parser.add_argument("--log", type=pathlib.Path, help="file for a line about each game")
    options = parser.parse_args()

    start = partial(chess.engine.SimpleEngine.popen_uci, timeout=60)
    with start([options.program, "uci"]) as ours, start(options.engine) as theirs:
        theirs.configure({"UCI_LimitStrength": True, "UCI_Elo": options.elo, "Threads": 1})
        sides = [(ours, chess.engine.Limit(nodes=options.nodes)), (theirs, chess.engine.Limit(nodes=options.engine_nodes))]
        wins = draws = losses = 0
        for number in range(options.games):
            side = number % 2 == 0
            players = {side: sides[0], not side: sides[1]}
            board = opening(random.Random(f"{options.seed}/{number // 2}"))
            winner, end = play(board, number, players, options.claims)
            wins += winner is side
            draws += winner is None
            losses += winner is (not side)
            difference, error = elo(wins, draws, losses)
            print(f"{number + 1} games: {wins} won, {draws} drawn, {losses} lost, {difference:+.0f} ± {error:.0f} Elo", flush=True)
            if options.log:
                names = {chess.WHITE: "white", chess.BLACK: "black", None: None}
                moves = [move.uci() for move in board.move_stack]
                line = {"game": number, "ours": names[side], "winner": names[winner], "end": end, "moves": moves}
                with options.log.open("a") as log:
                    log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
