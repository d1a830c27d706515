// cspell:ignore ation ations authoriz postgre
/** Words that our texts do not use, as patterns that may span lines, and what to write. */
const avoided: readonly (readonly [pattern: string, instead: string])[] = [
  ['henceforth', 'from now on'],
  ['thus', 'so'],
  ['are\\s+told', 'read, or see'],
  ['comes\\s+to\\s+be', 'becomes'],
  ['e-mail(s|ed|ing)?', 'email$1'],
  ['for\\s+those\\s+who', 'for, with a noun'],
  ['has\\s+to\\s+be', 'must be'],
  ['is\\s+told', 'reads, or sees'],
  ['of\\s+which', 'whose, or a new sentence'],
  ['simply', 'nothing in its place'],
  ['what\\s+is\\s+otherwise', 'except'],
  ['whoever', 'anyone who'],
];

/** British spelling, where dictionaries know both. `Authorization` is a name of HTTP. */
const spellings: readonly (readonly [pattern: string, spelling: string])[] = [
  ['color(s|ed|less)?', 'colour$1'],
  ['(?<!\\w)(?!authoriz)(\\w{4,})iz(e|ed|es|ing|ation|ations)(?![\\w-])', '$1is$2'],
];

/** Names of products, each by the ways to write it; the right one is the second. */
const names: readonly (readonly [pattern: string, name: string])[] = [
  ['cloud[ -]?formation', 'CloudFormation'],
  ['cloud[ -]?trail', 'CloudTrail'],
  ['cloud[ -]?watch', 'CloudWatch'],
  ['dynamo[ -]?db', 'DynamoDB'],
  ['event[ -]?bridge', 'EventBridge'],
  ['git[ -]?hub', 'GitHub'],
  ['java[ -]?script', 'JavaScript'],
  ['mac[ -]?os', 'macOS'],
  ['node[ .-]?js', 'Node.js'],
  ['open[ -]?api', 'OpenAPI'],
  ['postgre(?:sql|s)?', 'PostgreSQL'],
  ['type[ -]?script', 'TypeScript'],
  ['word[ -]?press', 'WordPress'],
];

export const terms = [...avoided, ...spellings, ...names];
