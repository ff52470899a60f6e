"""A client written from docs/protocol.md and /api/openapi.json alone, with nothing but Python's own library.

Two players set up a table of Yatzy, sit down by their links, play a whole game and read its record.
Usage: stranger.py HOST PORT
"""
import base64, http.client, json, os, socket, struct, sys

HOST, PORT = sys.argv[1], int(sys.argv[2])
BOXES = """ones twos threes fours fives sixes pair two-pairs three-of-a-kind four-of-a-kind small-straight
large-straight full-house chance yatzy""".split()


def ask(method, path, token=None, body=None):
    connection = http.client.HTTPConnection(HOST, PORT, timeout=30)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection.request(method, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


class Player:
    """A WebSocket by RFC 6455, and the table as its steps tell it."""

    def __init__(self, table, token):
        self.table, self.token, self.known, self.at = table, token, 0, None
        self.order, self.events, self.scored, self.result = [], 0, 0, None
        self.connect()

    def connect(self):
        self.socket = socket.create_connection((HOST, PORT), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /api/play HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.socket.recv(1)
        assert b" 101 " in head.split(b"\r\n")[0], head
        hello = {"do": "hello", "table": self.table, "token": self.token, "last": self.known}
        self.say({**hello, "at": self.at} if self.known else hello)
        welcome = self.hear()
        assert welcome["is"] == "welcome" and welcome["after"] == self.known, welcome
        self.role, last = welcome["role"], welcome["last"]
        self.take(welcome["steps"], welcome["upto"])
        while self.known < last:
            page = self.hear()
            self.take(page["steps"], page["upto"])

    def say(self, message, kind=1):
        data = message if kind != 1 else json.dumps(message).encode()
        mask = os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            assert more, "the connection was closed"
            data += more
        return data

    def hear(self):
        while True:
            kind, size = self.read(2)
            size = struct.unpack("!H", self.read(2))[0] if size == 126 else struct.unpack("!Q", self.read(8))[0] if size == 127 else size
            data = self.read(size)
            if kind & 15 == 9:
                self.say(data, 10)
            elif kind & 15 == 1:
                return json.loads(data)

    def take(self, steps, upto):
        for step in steps:
            self.at = step["at"]
            for what in step["what"]:
                if what["is"] == "began":
                    self.order, self.events, self.scored, self.result = what["order"], 0, 0, None
                elif what["is"] in ("move", "roll"):
                    self.events += 1
                    self.scored += what["event"].startswith("score ")
                elif what["is"] == "ended":
                    self.result = what["result"]
        self.known = upto

    def next_step(self):
        while True:
            message = self.hear()
            assert message["is"] not in ("refused", "gone"), message
            if message["is"] == "step":
                assert message["seq"] == self.known + 1, (message, self.known)
                return self.take([message], message["seq"])


status, links = ask("POST", "/api/tables", body={"game": "yatzy", "seats": [{}, {}]})
assert status == 201, (status, links)
links = json.loads(links)
players = [Player(links["table"], links["seats"][0]), Player(links["table"], links["invite"])]
assert players[0].role == {"seat": 0} and players[1].role == "invited"
for number, name in enumerate(["Anna", "Ben"]):
    players[number].say({"do": "sit", "name": name, "part": os.urandom(16).hex()})
    for player in players:
        player.next_step()
while (seated := players[1].hear())["is"] != "seated":
    pass
players[1].token = seated["token"]
actions = 0
while players[0].result is None:
    seat = players[0].order[players[0].scored % 2]
    player, box = players[seat], BOXES[players[0].scored // 2]
    where = {"round": 0, "after": player.events}
    player.say({"do": "roll", **where} if player.events == 2 * player.scored else {"do": "move", "event": f"score {box}", **where})
    for player in players:
        player.next_step()
    actions += 1
    if actions == 20:
        players[1].socket.close()
        players[1].connect()
        assert players[1].role == {"seat": seated["seat"]}, players[1].role
status, records = ask("GET", f"/api/tables/{links['table']}/records", links["watch"])
record = json.loads(records)
assert status == 200 and record["result"] == players[1].result and len(record["events"]) == 60, record
assert ask("DELETE", f"/api/tables/{links['table']}", links["host"])[0] == 204
print("played", actions, "actions:", record["result"]["scores"])
