# Run as root in a throwaway system, which is given the static program in /try: it runs in a folder where nothing else is.
set -eu
mkdir -p /image/data
install -m 0755 /try/spieltisch /image/spieltisch
chown 10001:10001 /image/data
mkfifo /said
chroot --userspec=10001:10001 /image /spieltisch serve --listen 127.0.0.1:0 --database sqlite:/data/spieltisch.db >/said 2>/log &
server=$!
read -r line </said || { cat /log >&2; exit 1; }
port=${line##*http://127.0.0.1:}
port=${port%% *}
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n' >&3
read -r status <&3
case $status in "HTTP/1.1 200"*) ;; *) echo "container: $status" >&2; exit 1 ;; esac
kill $server
wait $server
[ -s /image/data/spieltisch.db ]
echo "container: runs with nothing else around it"
