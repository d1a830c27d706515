#!/bin/sh
# Saves the signed evidence document of a consent in a new file, byte for byte.
#
#     sh evidence.sh 01a203b847867fd1bb46680a628c6caf evidence.json
#     sh evidence.sh 01a203b847867fd1bb46680a628c6caf evidence.json 2026-03-03
#
# With a time (a month, a day or a time in UTC) the document also has the state of the consent then.
#
# The file has the bytes of the answer. Do not send it through jq or an editor: a changed byte makes a verifier refuse it. The document
# holds personal data, so only the user who runs this can read the file. The SHA-256 of the file is printed for your records.
#
# Exit code: 0 the file is written, 1 it is not written, 2 an argument or a setting is wrong.
#
# Environment: REGISTER_URL, REGISTER_KEY (a key for machines). One with the role reader is enough. It needs curl 7.55 or newer.

set -eu
umask 077

refuse() {
  printf '%s\n' "$2" >&2
  exit "$1"
}

[ $# -ge 2 ] || refuse 2 'Usage: sh evidence.sh <id of the consent> <new file> [time]'
for name in REGISTER_URL REGISTER_KEY; do
  eval "[ -n \"\${$name:-}\" ]" || refuse 2 "Set the environment variable $name."
done
case ${REGISTER_URL%/}/ in
  *@* | *'?'* | *'#'*) refuse 2 'REGISTER_URL must be a URL without user, query and fragment.' ;;
  https://* | http://localhost[:/]* | http://127.0.0.1[:/]* | 'http://[::1]'[:/]*) ;;
  *) refuse 2 'REGISTER_URL must begin with https:, or others on the way can read the key.' ;;
esac
[ ! -e "$2" ] || refuse 1 "$2 exists already. Name a new file."

answer=$(mktemp "$2.XXXXXX")
trap 'rm -f "$answer"' EXIT

# Calls the path $1; the other arguments go to curl. The key goes by standard input, because other users of the machine
# see the options of a program. curl tries again on 429 and 503, and waits as long as Retry-After says.
call() {
  path=$1
  shift
  status=$(curl --silent --show-error --max-time 30 --retry 3 --output "$answer" --write-out '%{http_code}' "$@" "${REGISTER_URL%/}$path") || exit 1
  [ "$status" = 200 ] || refuse 1 "The register answered $status: $(cat "$answer")"
}

printf 'Authorization: Bearer %s\n' "$REGISTER_KEY" |
  call /consent-register/evidence/get --header @- --data-urlencode "id=$1" ${3:+--data-urlencode "at=$3"}
mv "$answer" "$2"
trap - EXIT
openssl dgst -sha256 -r "$2" | sed 's/ \*/  /'
