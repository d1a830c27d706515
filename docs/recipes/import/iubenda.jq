# Writes the consents to one preference, from the consents that iubenda's API lists: a line for each yes. The first no after it is in
# `withdrawal`. The versions of the legal notices, by identifier, are in `notices`.
#
#   jq --slurp --compact-output --arg preference newsletter --from-file iubenda.jq page-*.json > iubenda.jsonl

def said: .preferences[$preference] | tostring;

[.[] | if type == "array" then .[] else . end | select(.preferences // {} | has($preference))]
| group_by(.subject.id)[]
| sort_by(.timestamp) as $all
| range(0; $all | length) as $i
| $all[$i]
| select(said == "true")
| . + {
    notices: ([.legal_notices[]? | { (.identifier): .version }] | add),
    withdrawal: ([$all[$i + 1:][] | select(said == "false")] | first)
  }
