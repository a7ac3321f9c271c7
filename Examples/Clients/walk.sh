#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: walk.sh FLOW.flow.yaml
# Walks a flow with `stackflow serve`: asks each question by its id, and prints the last response. An empty
# line takes what's offered. It needs only bash and sed; with jq, a client can show much more.
set -euo pipefail

coproc SERVER { "${STACKFLOW:-stackflow}" serve "$1"; }

# Sends a request with its parameters in JSON, and reads the response.
call() {
  printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":{%s}}\n' "$1" "$2" >&"${SERVER[1]}"
  IFS= read -r response <&"${SERVER[0]}"
}

json() { sed 's/[\\"]/\\&/g; s/	/\\t/g' <<<"$1"; }

call open ''
walk='"walk":"w1"'
while [[ $response == *'"state":"asking"'* ]]; do
  asked=$(sed -n 's/.*"kind":"[a-z]*","asked":"\([^"]*\)".*/\1/p' <<<"$response")
  if [[ $response == *'"notice":"refused"'* ]]; then
    sed -n 's/.*"notices":\[.*"message":"\([^"\\]*\)".*"state".*/\1/p' <<<"$response" >&2
  fi
  printf '%s? ' "$asked" >&2
  IFS= read -r line || { call close "$walk,\"reason\":\"end-of-input\""; break; }
  if [ -z "$line" ]; then call submit "$walk"; else call submit "$walk,\"text\":\"$(json "$line")\""; fi
done
printf '%s\n' "$response"
[[ $response == *'"exitStatus":0'* ]]
