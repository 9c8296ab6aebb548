"""Plays a game of self-capture chess with a client that is generated from the OpenAPI document.

    python_client.py <program>

The generated package `ouro_client` must be on PYTHONPATH.
"""

import socket
import subprocess
import sys
import time
import urllib.request

from ouro_client import Client
from ouro_client.api.games import act_in_game, create_game, get_game, play_move
from ouro_client.api.positions import why_illegal
from ouro_client.models import (
    Action,
    ActionRequest,
    MoveInput,
    MoveRequest,
    NewGame,
    PlayerType0,
    PlayerType0Kind,
    PlayerType1,
    PlayerType1Kind,
    Problem,
    VariantName,
)

# Both sides play self-captures, and White mates.
GAME = "e2e4 e8f7 g1f3 f8g7 f3g5 f7f6 d1f3 f6g7 f3f7 g7h6 h1h2 h6g5 f7f5".split()


def serve(program):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ["--listen", f"127.0.0.1:{port}", "--database", "sqlite::memory:"]
    process = subprocess.Popen([program, "serve", *options], stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{address}/readyz")
            return process, address
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise SystemExit(f"{program} did not start")


def whole_game(client):
    human = PlayerType0(kind=PlayerType0Kind.HUMAN)
    new = NewGame(variant=VariantName.SELFCAPTURE, white=human, black=human)
    game = create_game.sync(client=client, body=new).game
    for uci in GAME:
        stale = MoveRequest(uci=uci, version=game.version - 1)
        refused = play_move.sync(game.id, client=client, body=stale)
        assert isinstance(refused, Problem) and refused.code == "stale", refused
        assert uci in [move.uci for move in game.legal_moves], uci
        move = MoveRequest(uci=uci, version=game.version)
        game = play_move.sync(game.id, client=client, body=move)
    assert game.outcome.text == "White wins by checkmate", game.outcome
    assert [move.uci for move in game.moves if move.self_capture] == [
        "e8f7", "f8g7", "f6g7", "h1h2",
    ]


def against_the_engine(client):
    new = NewGame(
        variant=VariantName.SELFCAPTURE,
        white=PlayerType0(kind=PlayerType0Kind.HUMAN),
        black=PlayerType1(kind=PlayerType1Kind.ENGINE, level=1),
    )
    game = create_game.sync(client=client, body=new).game
    for _ in range(5):
        move = MoveRequest(uci=game.legal_moves[0].uci, version=game.version)
        game = play_move.sync(game.id, client=client, body=move)
        while game.turn != "white" and game.status != "finished":
            time.sleep(0.02)
            game = get_game.sync(game.id, client=client)
    game = act_in_game.sync(game.id, client=client, body=ActionRequest(action=Action.RESIGN))
    assert game.outcome.result == "0-1", game.outcome


def reasons(client):
    answer = why_illegal.sync(client=client, body=MoveInput(move="e1e2"))
    assert not answer.legal and answer.reason.message, answer


def main():
    process, address = serve(sys.argv[1])
    try:
        with Client(base_url=address) as client:
            whole_game(client)
            against_the_engine(client)
            reasons(client)
    finally:
        process.kill()
    print("a generated Python client has played to mate")


main()
