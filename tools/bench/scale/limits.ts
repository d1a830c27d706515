/**
 * Limits of AWS, by request units or requests a second (DynamoDB developer guide, "Quotas" and "Partitions and data
 * distribution"; Lambda and API Gateway, "Quotas"). Quotas are the defaults of an account and can be raised; what one
 * partition gives cannot. An index that gives no more makes DynamoDB refuse the writes of the table.
 */
export const partitionLimit = { read: 3_000, write: 1_000 } as const;

export const quotas = {
  tableRead: 40_000,
  tableWrite: 40_000,
  /** Of all functions of an AWS account together. */
  concurrentInvocations: 1_000,
  apiRequests: 10_000,
} as const;

/** Partitions by what is in them, and what to do when one gives no more. */
export const kinds = [
  {
    pattern: /^USER#/,
    name: 'the user',
    remedy: 'let several users of the account record',
  },
  {
    pattern: /^SESSIONS#/,
    name: 'the session',
    remedy: 'log in more than once, or let several users of the account record',
  },
  {
    pattern: /^ACCOUNT#[0-9a-f]+$/,
    name: 'the account, its project and its notice',
    remedy: 'DynamoDB gives each of the three a partition under load; beyond that, divide the traffic among accounts',
  },
  { pattern: /^index project /, name: "the project's list, in its index", remedy: 'divide the traffic among projects' },
  {
    pattern: /^index /,
    name: 'the list of a value that all have, of a known key, in its index',
    remedy: 'leave out what tells nobody apart',
  },
  {
    pattern: /#USERDATA#/,
    name: 'the list of a value that all have, of an own key, in lookups',
    remedy: 'put what tells nobody apart into the proof',
  },
] as const;
