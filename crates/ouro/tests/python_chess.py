"""Tests the engine with python-chess, an independent UCI client: games with both colours, pondering and
MultiPV. `cargo xtask test` runs it with the path of the engine."""

import sys

import chess
import chess.engine


def play(engine, ouro_is_white, plies):
    """Plays a game with pondering against the first legal capture, or a quiet move without one."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over(claim_draw=True) and moves < plies:
        if (board.turn == chess.WHITE) == ouro_is_white:
            limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.01, black_inc=0.01)
            result = engine.play(board, limit, ponder=True, info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (result.move, board.fen())
            line = board.copy()
            for move in result.info.get("pv", []):
                assert move in line.legal_moves, (move, line.fen())
                line.push(move)
            if result.ponder is not None:
                after = board.copy()
                after.push(result.move)
                assert result.ponder in after.legal_moves
            board.push(result.move)
        else:
            captures = list(board.generate_legal_captures())
            quiet = sorted(board.legal_moves, key=lambda move: move.uci())
            board.push(captures[0] if captures else quiet[moves % len(quiet)])
        moves += 1
    return board


def analyse(engine, lines):
    """Analyses with MultiPV and checks that the lines are legal and different."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    infos = engine.analyse(board, chess.engine.Limit(depth=8), multipv=lines)
    assert len(infos) == lines
    assert len({info["pv"][0] for info in infos}) == lines
    for info in infos:
        assert info["wdl"].pov(chess.WHITE).expectation() > 0.2
        line = board.copy()
        for move in info["pv"]:
            assert move in line.legal_moves
            line.push(move)


def main():
    path = sys.argv[1]
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Hash": 8, "UCI_ShowWDL": True})
        for ouro_is_white in (True, False):
            board = play(engine, ouro_is_white, 200)
            outcome = board.outcome(claim_draw=True)
            assert outcome is not None and outcome.winner == ouro_is_white, board.fen()
        analyse(engine, 4)
        engine.configure({"Level": 2})
        play(engine, True, 40)
        analyse(engine, 3)
    print("python-chess played and analysed through the engine")


if __name__ == "__main__":
    main()
