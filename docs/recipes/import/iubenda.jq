# What people said about one preference, of the consents as iubenda's API lists them: a line for each yes, with the first no after it as
# `withdrawal`, and the versions of the legal notices by their identifiers as `notices`.
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
