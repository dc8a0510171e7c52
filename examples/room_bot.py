#!/usr/bin/env python3
"""Plays at random in a room. Needs `fairground` on the path, for the legal actions, and `pip install websockets`:

    python3 examples/room_bot.py 'http://127.0.0.1:7070/r/ROOM#TOKEN'
"""

import asyncio, json, random, subprocess, sys
import websockets


def fairground(command, header, *words):
    options = [word for option in header["options"].items() for word in ("--set", "=".join(option))]
    words = ["fairground", command, header["game"], *options, "--json", *words]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)


def answer(lines, seat, number):
    """This player's next message; None in the opponent's turn."""
    played = []
    for line in lines[1:]:
        played += [line["action"]["text"]] if "action" in line else []
        del played[len(played) - line.get("takeback", 0):]
    words = ["--", *played] if played else []
    now = fairground("outcome", lines[0], "--position", lines[0]["start"], *words)
    if now["side"] != seat:
        return None
    if now["due"] == "roll":
        return {"throw": {"id": number, "at": len(lines)}}
    moves = fairground("moves", lines[0], "--position", now["position"])["moves"]
    return {"act": {"id": number, "at": len(lines), "text": random.choice(moves)["action"]}}


async def play(address, token):
    lines, seat, told = [], None, 0
    async with websockets.connect(address.replace("http", "ws", 1) + "/ws") as socket:
        await socket.send(json.dumps({"hello": {"protocol": 1, "token": token, "name": "Random"}}))
        async for text in socket:
            (kind, body), = json.loads(text).items()
            if kind == "welcome":
                seat, told = body["seat"], body["lines"]
                if told == 0:
                    await socket.send(json.dumps({"entropy": {"id": 1, "text": str(random.random())}}))
            elif kind == "line":
                lines.append(body["data"])
                print(text)
                if "reveal" in body["data"]:
                    return
                if len(lines) >= told and (message := answer(lines, seat, 1 + len(lines))):
                    await socket.send(json.dumps(message))
            elif kind in ("refused", "bye"):
                print(text)


if len(sys.argv) != 2 or sys.argv[1].count("#") != 1:
    sys.exit(__doc__)
asyncio.run(play(*sys.argv[1].split("#")))
