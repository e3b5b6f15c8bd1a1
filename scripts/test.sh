#!/bin/sh
# Every check and every test, in one command, on a machine that has only Node and npm. Quick checks
# first; the last line is plain: N passed, N failed, N skipped.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root" || exit 1
sh scripts/setup.sh --dev || exit $?
exec scripts/bun scripts/test.ts "$@"
