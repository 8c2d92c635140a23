#!/bin/bash
# Restarts PostgreSQL on both nodes, for new settings or a new minor version: the standby, a switch-over, the former primary.
# Writes stop for the time of one switch-over. Run it where patronictl and its configuration are.
#   roll.sh [CONFIGURATION]
set -euo pipefail
cluster=corridor
ctl() { patronictl ${config:+-c "$config"} "$@"; }
config=${1:-}
leader() { ctl list -f json | python3 -c 'import json,sys; print(next(m["Member"] for m in json.load(sys.stdin) if m["Role"] == "Leader"))'; }
until_paired() {
  for _ in $(seq 120); do
    ctl list -f json | grep -q '"Sync Standby"' && return
    sleep 1
  done
  echo "The pair has no synchronous standby: stopped here." >&2
  exit 1
}
until_paired
before=$(leader)
ctl restart "$cluster" --role replica --force
until_paired
ctl switchover "$cluster" --master "$before" --force
until_paired
ctl restart "$cluster" "$before" --force
until_paired
ctl list
