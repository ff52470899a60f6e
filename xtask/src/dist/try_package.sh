# Run as root in a throwaway copy of a Debian system, which is given old.deb and new.deb in /try.
set -eu
export DEBIAN_FRONTEND=noninteractive
data=/var/lib/spieltisch

fail() { echo "package: $*" >&2; exit 1; }
version() { dpkg-query --show --showformat='${Version}' spieltisch; }

# Sends a request to the server and prints the answer.
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf '%s\r\n' "$1" "Host: 127.0.0.1:$port" "${@:2}" "Connection: close" >&3
    [ -n "${body-}" ] || printf '\r\n' >&3
    [ -z "${body-}" ] || printf 'Content-Type: application/json\r\nContent-Length: %s\r\n\r\n%s' "${#body}" "$body" >&3
    cat <&3
    exec 3>&-
}

# Starts the server as the unit does: its user, its environment, its options.
start() {
    unit=/usr/lib/systemd/system/spieltisch.service
    user=$(sed -n 's/^User=//p' $unit)
    command=$(sed -n 's/^ExecStart=//p' $unit)
    # shellcheck source=/dev/null
    . "$(sed -n 's/^EnvironmentFile=-//p' $unit)"
    mkfifo /try/said
    eval "exec setpriv --reuid=$user --regid=$user --clear-groups env $(sed -n 's/^Environment=\([^"]*\)$/\1/p' $unit) $command" >/try/said 2>/try/log &
    server=$!
    read -r line </try/said || fail "the server did not start: $(cat /try/log)"
    rm /try/said
    port=${line##*http://127.0.0.1:}
    port=${port%% *}
    ask "GET /healthz HTTP/1.1" | grep --quiet "^HTTP/1.1 200" || fail "the server is not well: $(cat /try/log)"
}

stop() {
    kill "$server"
    wait "$server" || fail "the server did not end well: $(cat /try/log)"
}

# Whether the table from before the upgrade is still there for those who hold its link.
has_table() {
    ask "GET /api/tables/$table/records HTTP/1.1" "Authorization: Bearer $watch" | grep --quiet "^HTTP/1.1 200"
}

dpkg --install /try/old.deb >/dev/null
[ "$(version)" = 0.0.1 ] || fail "installed as $(version)"
[ "$(stat --format=%U $data)" = spieltisch ] || fail "$data belongs to $(stat --format=%U $data)"
if command -v systemd-analyze >/dev/null; then
    said=$(systemd-analyze verify /usr/lib/systemd/system/spieltisch.service 2>&1) || fail "systemd refuses the unit: $said"
    [ -z "$said" ] || fail "systemd says of the unit: $said"
fi
sed --in-place 's/127.0.0.1:8000/127.0.0.1:0/' /etc/default/spieltisch
start
links=$(body='{"game":"yatzy","seats":[{},{}]}' ask "POST /api/tables HTTP/1.1" | tail --lines=1)
field() { echo "$links" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
table=$(field table)
watch=$(field watch)
[ -n "$table" ] && [ -n "$watch" ] || fail "no table was set up: $links"
has_table || fail "the new table is not there"
stop
echo "package: installed, started, a table set up"

dpkg --install /try/new.deb >/dev/null
[ "$(version)" != 0.0.1 ] || fail "the upgrade left the old version"
grep --quiet "127.0.0.1:0 " /etc/default/spieltisch || fail "the upgrade took the changed options away"
start
has_table || fail "the upgrade lost a table"
stop
echo "package: upgraded over an older version; options and table are there"

dpkg --remove spieltisch >/dev/null
[ ! -e /usr/bin/spieltisch ] || fail "the program is still there after its removal"
[ -s $data/spieltisch.db ] || fail "the removal took the tables away"
dpkg --install /try/new.deb >/dev/null
start
has_table || fail "the table did not survive removal and new installation"
stop
echo "package: removed and installed again; the table is there"

dpkg --purge spieltisch >/dev/null
[ ! -e $data ] && [ ! -e /etc/default/spieltisch ] || fail "the purge left something behind"
! getent passwd spieltisch >/dev/null || fail "the purge left the user behind"
echo "package: purged; nothing is left"
