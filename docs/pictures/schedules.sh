#!/usr/bin/env bash
# schedules.sh BUILD PICTURE: draws how PageRank's loop runs on 8 threads under
# three schedules, simulated with the programs in the folder BUILD. An edge takes
# 1 ns and a vertex 4 ns more, as measured in one thread's iterations.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1/examples/gap/converter" -g 18 --hubs-first -o "$folder/graph.csr" >&2
"$1/tools/simulator/usersched-simulate" --graph "$folder/graph.csr" --threads 8 \
  --load-ns 1 --iteration-ns 4 --trace "$folder/trace.json" \
  --schedules 'static;guided,best;usersched(prof)' >&2
python3 "$(dirname "$0")/schedules.py" "$folder/trace.json" "$2"
