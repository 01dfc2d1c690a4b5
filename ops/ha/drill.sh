#!/bin/sh
# Proves the files in this folder: builds a cluster on loopback, puts load on it and kills the primary 20 times.
# ops/ha/drill.sh [--rounds N] [--patients N] [FOLDER]   (docs/operations/high-availability.md)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ ! -x "$root/node_modules/.bin/node" ]; then
  echo "Run npm run build in $root first." >&2
  exit 1
fi
exec "$root/node_modules/.bin/node" "$root/ops/ha/main.ts" "$@"
