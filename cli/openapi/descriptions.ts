import type { OperationName } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';

/** Of the whole interface, in CommonMark. */
export const introduction = `Records that a person agreed to a text, when and how, with the proof; finds and revokes such consents; serves the texts.

**Requests.** Every operation is a POST. A body is a form, \`multipart/form-data\` or JSON in UTF-8: they mean the same and give the same answer. In forms nested parameters are
in bracket notation: \`userData[email]=ada@example.com\`, \`userData[size][label]=Your size\`, \`proof[url]=...\`. \`pid[]=1&pid[]=2\`, \`pid[0]=1&pid[1]=2\` and \`pid=1&pid=2\` are the same array. Empty optional parameters count as absent,
unknown ones are ignored. Booleans are \`true\`/\`false\`, \`1\`/\`0\` or \`on\`/\`off\`. JSON numbers and booleans in \`userData\` and \`proof\` are taken as their text. A body has at most ${limits.bodyBytes} bytes and ${limits.parameters} values, nested at most ${limits.depth} deep.

**Tokens.** \`/login\` gives an access token, for the header \`Authorization: Bearer ...\`, and a refresh token, which works once. A refresh token that is used again more than ${limits.refreshReuseSeconds} seconds after its use counts as stolen, and the
session ends. So it does when the user is disabled or changes the password. A token reaches the data of its own account and nothing else.

**Problems** are \`application/problem+json\` (RFC 9457) with a stable \`code\`. After 503 and 429 try again when \`Retry-After\` seconds have gone by.

**Times** are UTC. Lists have the newest first.`;

/** Of each operation: a line, and what to know. */
export const operations: Readonly<Record<OperationName, { readonly summary: string; readonly description: string }>> = {
  login: {
    summary: 'Log in',
    description: `Gives an access token for an hour and a refresh token for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password have the same answer. Failed attempts are limited: ${limits.loginAttempts} a minute for an email, ${limits.loginAttemptsFromAddress} from an address, and longer while they go on. Log in once and keep the tokens.`,
  },
  details: {
    summary: 'Check a token',
    description: 'Tells the user of the access token. There are no parameters; the body may be left out.',
  },
  refreshToken: {
    summary: 'Refresh a token',
    description: 'Gives a new token set for a refresh token, which works once. Keep the new one before you use it.',
  },
  addConsent: {
    summary: 'Record consents',
    description: `Records that a person agreed to a notice: by PID to the version that is current, by version id to that version, current or not. One of the two is needed. For an array of notices, also of one, the answer has \`data\` with a list; all of them are recorded, or none. Notices times (1 + members of userData) may be at most ${limits.transactionItems}. Without an Idempotency-Key every call is a new consent: a person may consent twice.`,
  },
  searchConsents: {
    summary: 'Search consents',
    description:
      'Finds the consents for which every given value of userData is equal, whatever its case, white space and Unicode form; for `phone` and `mobile_phone` also without separators. Blank values match nothing. `userData` must be there; beside `id` or `projectUid` it may be empty. `first` gives the latest consent alone, `null` where there is none, and excludes `page` and `perPage`. A page past the end is empty, its totals are right. A project or notice that the account does not have is an error.',
  },
  revokeConsent: {
    summary: 'Revoke a consent',
    description:
      'Records that a consent was withdrawn. A consent that was revoked before has the same answer with the time of the first revocation, whose proof stays.',
  },
  getNotices: {
    summary: 'Retrieve notices',
    description:
      'Gives the current versions of notices by PID. All PIDs that the account does not have are listed in the problem. `validityDays` is for the caller: it does not change what the other operations return.',
  },
};

/** Of parameters and of members of answers, wherever they are. */
export const members: Readonly<Record<string, string>> = {
  projectUid: 'UID of the project, as the operator made it.',
  projectId: 'The id behind the UID.',
  consentInformationPid: 'PID of a notice. Excludes `consentInformationVersionId`.',
  consentInformationVersionId: 'Id of a version of a notice. Excludes `consentInformationPid`.',
  consentInformationId: 'Id of the version of the notice.',
  lang: 'Language in which the text was shown.',
  channel: 'How the consent or the revocation came in.',
  proof: 'What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty.',
  userData:
    'Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value.',
  first: 'Whether only the latest consent is wanted. Excludes `page` and `perPage`.',
  page: 'Number of the page, from 1; a string in answers.',
  perPage: 'Consents on a page.',
  id: 'Id of a consent.',
  pid: 'PID of a notice, or an array of them.',
  expires_in: 'Life of the access token in seconds.',
  refresh_token: 'Works once.',
  revokeTime: '`null` until revoked.',
  totalResults: 'Number of all matches.',
  resultsPerPage: 'Consents on a full page.',
  results: 'Consents on this page.',
  validityDays: 'How long a consent to it is meant to hold; 0 is without limit.',
};
