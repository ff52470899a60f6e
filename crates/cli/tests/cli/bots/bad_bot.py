"""A bot that misbehaves in the way its argument says.

Usage: bad_bot.py HOW PORT. It holds a connection to the port as long as any process of it lives.
"""
import json, os, socket, sys, threading

how = sys.argv[1]
life = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
os.set_inheritable(life.fileno(), True)


def say(message):
    print(json.dumps(message), flush=True)


def hang():
    threading.Event().wait()


def first_legal(asked):
    say({"is": "move", "id": asked["id"], "move": asked["legal"][0], "unknown": {"is": "ignored"}})


if how == "stays silent":
    hang()
if how == "is not ready":
    say({"is": "asleep"})
    hang()
asked = json.loads(sys.stdin.readline())
assert asked == {"do": "hello", "protocol": "spieltisch-bot/1"}, asked
say({"is": "ready", "name": "Bad", "games": ["yatzy"], "unknown": 1})
if how == "does not read":
    hang()
questions, waiting, refused = 0, None, None
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "refused":
        refused = asked
        assert asked["message"] and asked["code"] in ("rule", "unreadable"), asked
    if asked["do"] != "choose":
        continue
    questions += 1
    assert asked["record"]["format"] == "spieltisch/1" and asked["record"]["result"] is None
    if how == "learns":
        if refused is None or refused["id"] != asked["id"]:
            say({"is": "move", "id": asked["id"], "move": "score nothing"})
        else:
            assert refused["code"] == "rule" and refused["rule"].startswith("yatzy."), refused
            first_legal(asked)
    elif how == "answers late":
        # The first answer waits until the second question is there.
        if questions == 1:
            waiting = asked
            continue
        if waiting:
            first_legal(waiting)
            waiting = None
        first_legal(asked)
    elif how == "breaks rules":
        say({"is": "move", "id": asked["id"], "move": "keep 7"})
    elif how == "takes dice":
        say({"is": "move", "id": asked["id"], "move": "roll 6 6 6 6 6"})
    elif how == "talks nonsense":
        print("\x1b[2Jhello\x00", flush=True)
    elif how == "hangs":
        hang()
    elif how == "dies":
        if questions == 3:
            sys.exit("out of ideas")
        first_legal(asked)
    elif how == "floods":
        while True:
            print('{"is":"move","id":0,"move":"keep"}')
    elif how == "writes a gigabyte":
        for _ in range(1024):
            sys.stdout.write("x" * 2**20)
        sys.stdout.flush()
    elif how == "complains":
        for _ in range(64):
            sys.stderr.write("x" * 2**20)
        first_legal(asked)
    elif how == "escapes":
        # A daemon: it leaves group and session, and its parent ends at once.
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for stream in (0, 1, 2):
                    os.close(stream)
                hang()
            os._exit(0)
        os.wait()
        first_legal(asked)
    elif how == "forks":
        for _ in range(5):
            if os.fork() == 0:
                if os.fork() == 0:
                    hang()
                hang()
        os.kill(os.getpid(), 9)
