#!/bin/bash
# The whole pair on loopback, to try it and for the tests: etcd, two nodes of Patroni and PostgreSQL, HAProxy.
#   up.sh FOLDER [PORT]   starts it in FOLDER, made new if it is empty, and waits for a primary with its synchronous standby
#   up.sh FOLDER down     ends it. The data stays
# PORT (7400) is etcd's; the others follow it. FOLDER/pair.env has the addresses, passwords and process identifiers.
set -euo pipefail
cd "$(dirname "$0")"
dir=$(realpath -m "${1:?up.sh FOLDER [PORT|down]}")
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
for program in etcd patroni haproxy curl ps "$bin/postgres"; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install etcd-server patroni haproxy postgresql curl procps" >&2; exit 2; }
done

# A killed process that nobody has waited for yet does not run any more.
alive() {
  case $(ps -o stat= -p "${1:-0}" 2>/dev/null) in '' | Z*) return 1 ;; esac
}

# PostgreSQL does not run as root.
as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups)

if [ "${2:-}" = down ]; then
  for name in haproxy two one etcd; do
    pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
    kill -CONT "$pid" 2>/dev/null && kill "$pid" 2>/dev/null || true
    for _ in $(seq 100); do alive "$pid" || break; sleep 0.1; done
    kill -9 "$pid" 2>/dev/null || true
    # Patroni may have been killed before its PostgreSQL.
    server=$(head -1 "$dir/$name/postmaster.pid" 2>/dev/null) && kill -CONT "$server" 2>/dev/null && kill -QUIT "$server" 2>/dev/null || true
    rm -f "$dir/$name.pid"
  done
  exit 0
fi

port=${2:-7400}
if [ ! -f "$dir/pair.env" ]; then
  mkdir -p "$dir"
  secret() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }
  cat >"$dir/pair.env" <<ENV
PAIR_ETCD=127.0.0.1:$port
PAIR_ONE_HOST=127.0.0.1
PAIR_TWO_HOST=127.0.0.1
PAIR_ONE=127.0.0.1:$((port + 2))
PAIR_ONE_REST=$((port + 3))
PAIR_TWO=127.0.0.1:$((port + 4))
PAIR_TWO_REST=$((port + 5))
PAIR_PRIMARY=127.0.0.1:$((port + 6))
PAIR_STANDBY=127.0.0.1:$((port + 7))
PATRONI_SUPERUSER_USERNAME=postgres
PATRONI_SUPERUSER_PASSWORD=$(secret)
PATRONI_REPLICATION_USERNAME=replicator
PATRONI_REPLICATION_PASSWORD=$(secret)
PATRONI_REWIND_USERNAME=rewind
PATRONI_REWIND_PASSWORD=$(secret)
PATRONI_RESTAPI_USERNAME=patroni
PATRONI_RESTAPI_PASSWORD=$(secret)
ENV
  chmod 600 "$dir/pair.env"
  cp haproxy.cfg "$dir"
  # Sockets in the common folder would need its rights.
  sed 's/^postgresql:$/&\n  parameters:\n    unix_socket_directories: ""/' patroni.yml >"$dir/patroni.yml"
  [ ${#as[@]} = 0 ] || chown -R postgres: "$dir"
fi
set -a
. "$dir/pair.env"
set +a

# What other hosts reach a node by may differ from what it listens on: a test cuts what lies between.
node() { # name, address of PostgreSQL, port of Patroni, etcd
  local file=$dir/$1/postmaster.pid
  # PostgreSQL takes the identifier of a killed process that nobody has waited for as one that runs.
  [ ! -f "$file" ] || alive "$(head -1 "$file")" || rm -f "$file"
  PATRONI_NAME=$1 PATRONI_ETCD_HOSTS=$4 \
    PATRONI_POSTGRESQL_LISTEN=$2 PATRONI_POSTGRESQL_CONNECT_ADDRESS=${5:-$2} \
    PATRONI_RESTAPI_LISTEN=127.0.0.1:$3 PATRONI_RESTAPI_CONNECT_ADDRESS=${6:-127.0.0.1:$3} \
    PATRONI_POSTGRESQL_DATA_DIR=$dir/$1 PATRONI_POSTGRESQL_BIN_DIR=$bin PATRONI_POSTGRESQL_PGPASS=$dir/$1.pgpass \
    run "$1" patroni "$dir/patroni.yml"
}
run() { # name, program and arguments. A program that still runs is left alone.
  local name=$1; shift
  if alive "$(cat "$dir/$name.pid" 2>/dev/null)"; then return; fi
  PATH="$bin:/usr/sbin:$PATH" setsid ${as[@]+"${as[@]}"} "$@" >>"$dir/$name.log" 2>&1 </dev/null &
  echo $! >"$dir/$name.pid"
}
run etcd etcd --enable-v2 --name pair --data-dir "$dir/etcd" \
  --listen-client-urls "http://$PAIR_ETCD" --advertise-client-urls "http://$PAIR_ETCD" \
  --listen-peer-urls "http://127.0.0.1:$((${PAIR_ETCD#*:} + 1))" \
  --initial-advertise-peer-urls "http://127.0.0.1:$((${PAIR_ETCD#*:} + 1))" \
  --initial-cluster "pair=http://127.0.0.1:$((${PAIR_ETCD#*:} + 1))"
node one "$PAIR_ONE" "$PAIR_ONE_REST" "${PAIR_ONE_ETCD:-$PAIR_ETCD}" "${PAIR_ONE_SEEN:-}" "${PAIR_ONE_REST_SEEN:-}"
node two "$PAIR_TWO" "$PAIR_TWO_REST" "${PAIR_TWO_ETCD:-$PAIR_ETCD}" "${PAIR_TWO_SEEN:-}" "${PAIR_TWO_REST_SEEN:-}"
run haproxy haproxy -db -f "$dir/haproxy.cfg"

for _ in $(seq 240); do
  state=$(curl -s -m 2 "http://127.0.0.1:$PAIR_ONE_REST/cluster" || curl -s -m 2 "http://127.0.0.1:$PAIR_TWO_REST/cluster" || true)
  case $state in *'"sync_standby"'*'"leader"'* | *'"leader"'*'"sync_standby"'*)
    echo "The primary answers at $PAIR_PRIMARY, its standby at $PAIR_STANDBY. Logs and passwords are in $dir."
    exit 0 ;;
  esac
  sleep 0.5
done
echo "No primary with a synchronous standby within 2 minutes: see $dir/*.log" >&2
exit 1
