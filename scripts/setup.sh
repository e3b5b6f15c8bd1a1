#!/bin/sh
# Makes node_modules match package-lock.json, quietly, once: what omp needs to run, or with --dev also
# what its checks and tests need. Needs only Node and npm. Says on stderr what takes a while; a second
# start at the same time waits for the first.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
run_stamp="$root/node_modules/.omp-setup-run"
dev_stamp="$root/node_modules/.omp-setup-dev"
lock="$root/.omp-setup.lock"
# Once the tools for development are there, they are kept up to date too.
if [ "${1-}" = --dev ] || [ -f "$dev_stamp" ]; then
  stamp=$dev_stamp omit=
else
  stamp=$run_stamp omit=--omit=dev
fi

is_ready() { cmp -s "$stamp" "$root/package-lock.json" 2>/dev/null; }
is_ready && exit 0

fail() { printf 'omp: %s\n' "$1" >&2; exit 1; }
command -v npm >/dev/null 2>&1 || fail "npm is needed to set up omp; install Node.js 20 or later (https://nodejs.org) and start again."

# The lock is a directory, made atomically; one left by a process that died is taken over.
while ! mkdir "$lock" 2>/dev/null; do
  owner=$(cat "$lock/pid" 2>/dev/null)
  if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -rf "$lock"; continue; fi
  sleep 1
  is_ready && exit 0
done
echo $$ >"$lock/pid"
log=$(mktemp "${TMPDIR:-/tmp}/omp-setup.XXXXXX") || { rm -rf "$lock"; fail "cannot write to ${TMPDIR:-/tmp}."; }
trap 'rm -rf "$lock"' EXIT
trap 'rm -rf "$lock"; exit 130' INT TERM

started=$(date +%s)
# Not `npm ci`: it refuses a lock file that lacks packages of other platforms, and some registries lack them.
(cd "$root" && exec npm install --no-save $omit --no-audit --no-fund --loglevel=error) >"$log" 2>&1 &
npm_pid=$!
if [ -t 2 ]; then
  while kill -0 "$npm_pid" 2>/dev/null; do
    printf '\romp: first start, installing packages … %ss ' "$(($(date +%s) - started))" >&2
    sleep 1
  done
  printf '\r\033[K' >&2
else
  echo "omp: first start, installing packages …" >&2
fi
if ! wait "$npm_pid"; then
  tail -n 20 "$log" >&2
  fail "installing packages failed (whole log: $log). Check the network and npm's settings, then start again."
fi
cp "$root/package-lock.json" "$stamp"
rm -f "$log"
echo "omp: ready after $(($(date +%s) - started)) s." >&2
