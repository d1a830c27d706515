import { lifetimes, limits } from '../../shared/api/limits.ts';
import type { ParameterErrorCode } from '../../shared/api/problem.ts';
import { parameterErrorCodes } from '../../shared/api/problem.ts';

const hours = lifetimes.idempotencySeconds / 3_600;
const days = lifetimes.knownAddressSeconds / (24 * 3_600);

/** A table in Markdown. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');

/** The terms that a developer meets first. docs/glossary.md has all. */
const termTable = table(
  ['term', 'meaning'],
  [
    ['account', 'An organisation in the register. It owns users, projects, notices and consents.'],
    ['operator', 'Deploys and runs the register. Makes the accounts, users, projects and notices by command line.'],
    [
      'user',
      'A login of an account, for a program or a person. An editor may do everything, a reader may only read, a sender may only ask who may be written to, and make links of one notice.',
    ],
    ['project', 'A site, an app or a CRM of an account. Requests name it by its `projectUid`.'],
    ['notice', 'What people agree to. The API also calls it "consent information". Its number is its PID.'],
    ['version', 'One published text of a notice, in all its languages. A version never changes.'],
    ['consent', 'A person agreed to a version of a notice.'],
    ['`proof`', 'What you send to show how the person agreed, such as the URL and the HTML of the form.'],
    ['`userData`', 'The values by which you know the person, such as name and email.'],
    ['stage', 'One deployed register, such as `prod`.'],
  ],
);

const errorCodes: Readonly<Record<ParameterErrorCode, string>> = {
  missing: 'it is required, or it is empty',
  malformed: 'it does not have the right form',
  unknown: 'it has a value that does not exist, such as a project that the account does not have',
  retired: 'it names a retired notice, for which nothing new is recorded',
  'unknown-parameter': 'the operation has no such parameter',
  conflict: 'it excludes another parameter of the request',
  repeated: 'it names a notice twice',
  'out-of-range': 'the number is too small or too large',
  'too-long': 'the text is too long',
  'too-short': 'the password is too short',
  'too-many': 'it has too many members, or names too many notices',
  guessable: 'the password is easy to guess',
  wrong: 'it is not the current password',
  'answer-too-large': 'the answer would be too large for one call',
};

/** What the codes in the `errors` of a problem mean. */
const errorCodeTable = table(
  ['`code` in `errors`', 'what is wrong with the parameter'],
  parameterErrorCodes.map((code) => [`\`${code}\``, errorCodes[code]]),
);

/** The rules for all operations, in CommonMark: a heading and its text. */
const rules = {
  Terms: termTable,
  Requests: `Send every request as a POST, with its parameters in the body. Three formats mean the same and get the same answer:

- \`application/json\`
- \`application/x-www-form-urlencoded\`
- \`multipart/form-data\` with plain fields only. Each part has a \`name\` and no \`filename\`. If it has a \`Content-Type\`, that is \`text/plain\` in UTF-8.

Send bodies in UTF-8 and uncompressed. A \`Content-Encoding\` other than \`identity\` is refused (415).

In forms, write nested parameters in bracket notation:

${table(
  ['in a form', 'meaning'],
  [
    ['`userData[email]=ada@example.com`', 'the member `email` of `userData`'],
    ['`userData[size][label]=Your size`', 'the `label` of the member `size`'],
    ['`proof[url]=...`', 'the member `url` of `proof`'],
    ['`pid[]=1&pid[]=2`, `pid[0]=1&pid[1]=2` or `pid=1&pid=2`', 'the array `[1, 2]`'],
    [
      '`proof[0]=x` or `proof[]=x`',
      'the member `0`: in `userData` and `proof`, a number in brackets is a name. JSON may also have a list as `proof`',
    ],
  ],
)}

The service never guesses. It refuses (400) a body that could mean two things, such as \`a=1&a[b]=2\`, and a body that it would have to repair. Of two JSON members with the same name, the last counts.

- **Whole numbers** are JSON numbers or decimal digits. \`2.0\` is 2.
- **Booleans** are \`true\`/\`false\`, \`1\`/\`0\` or \`on\`/\`off\`, in lower case.
- **Texts** may also be JSON numbers or booleans. The register keeps the text that JSON prints for them, and refuses numbers that would lose digits.
- **Absent** parameters are those left out, members that are \`null\`, and optional parameters that are empty.

The operations under \`/consent-register\` refuse unknown parameters (422, \`unknown-parameter\`) and all parameters in the query string. The members of \`userData\` and \`proof\` may have any name. The other operations ignore unknown parameters.

Call the API from your back end: anyone who can open a page can read what it sends. Web pages of other origins can call a stage only if its operator allowed them (\`corsOrigins\`). They can never call the local service.`,
  Tokens: `\`/login\` returns an access token and a refresh token. Send the access token in the header \`Authorization: Bearer ACCESS_TOKEN\`, or a [key](#keys), with every operation except \`/login\` and \`/refresh-token\`. When it has expired, send the refresh token to \`/refresh-token\`, which returns a new pair.

- A refresh token works once. A used one is refused.
- A used refresh token counts as stolen if it comes back more than ${lifetimes.refreshReuseSeconds} seconds after its use, or after its successor was used. The whole session then ends: all tokens since the login stop working.
- The session also ends if the user is disabled, if the user's password changes, or if an operator ends it.
- A token reaches only the data of its own account. For it, the data of other accounts does not exist.
- \`add\` and \`revoke\` answer a reader 403 \`user.read-only\`. A sender may call \`check\`, \`links\` with \`pid\`, \`/details\` and \`/logout\`; everything else is 403 \`user.sender-only\`. The role at the moment of the call counts.
- The \`scope\` in an access token is only for display. It is \`consents:read\`, for editors also \`consents:write\`, for senders only \`consents:check\`, as of when the token was issued.`,
  Keys: `An operator can make a key for a machine with \`user key create\`. It goes into the same header, \`Authorization: Bearer crk_...\`, in place of an access token. It needs no login and no refresh.

- It works until an operator ends it, it expires, or its user is disabled: then the answer is 401 \`key.ended\`. A new password does not end it.
- It has the role of its user or a narrower one.
- \`/logout\` and \`/password\` answer a key 403 \`key.not-allowed\`.
- It belongs in the header alone: a request with a key in its body or its query string is refused (422).`,
  'Failed logins': `After too many failed logins, \`/login\` answers 429 \`login.throttled\`, even to the right password. Successful logins do not count. Log in once and keep the tokens.

${table(
  ['failures in a minute', 'on', 'from'],
  [
    [String(limits.loginAttemptsOnEmailFromSite), 'one email', 'one IP address (IPv6: one /48 network)'],
    [String(limits.loginAttemptsOnEmail), 'one email', 'all addresses'],
    [String(limits.loginAttemptsFromSite), 'all emails', 'one IP address (IPv6: one /48 network)'],
    [
      String(limits.loginAttemptsAtKnownAddress),
      'one user',
      `one IP address (IPv6: one /64 network) from which the user logged in within the last ${days} days`,
    ],
  ],
)}

While failures go on, the minute doubles again and again, up to ${lifetimes.loginWindowSecondsLongest / 60} minutes. The last row is counted apart from the others: guesses from elsewhere do not lock the user out there.`,
  'Repeating requests': `Send the header \`Idempotency-Key\` with \`add\`, \`revoke\`, \`confirmations/request\` and \`erasures/request\`, with a new UUID for each new request. You can then repeat the request for ${hours} hours without recording anything twice. A repeated request gets the first answer, with the header \`Idempotent-Replayed: true\`. Another request with the same key gets 409 \`idempotency-key.reused\`.

Without the header, every \`add\` records a new consent: a person may consent twice.`,
  Finding: `- By its \`id\`, a consent is found as soon as it is recorded.
- By a value of its \`userData\` or by its project, it is found moments later, usually in less than a second.
- A revocation shows at once in every search.

So a search may miss a consent that was recorded a moment ago, but it never shows a revoked consent as active. Right after \`add\`, search for its \`consentId\` as \`id\`. To revoke all consents of a person, revoke those that a search finds, and search again a moment later. Repeat until all are revoked.`,
  Problems: `An error is a problem in the form of RFC 9457, sent as \`application/problem+json\`:

- \`code\` never changes: your program decides by it.
- \`detail\` says what to do, for people. Its wording may change.
- \`type\` is the path of a page about the problem. \`GET /problems\` lists all problems.
- \`requestId\` lets the operator find the request in the log.
- \`errors\` has an entry for each wrong parameter (422), or each unknown PID (404). The register first checks the form of all parameters, then what they name: a second list may follow the first. \`field\` names it in bracket notation, \`detail\` says what to do, and \`code\` says what is wrong:

${errorCodeTable}

A problem repeats no value that you sent, except the PIDs that the account does not have (404). After 429 and 503, wait for the number of seconds in the \`Retry-After\` header, then try again.

Amazon API Gateway, which stands before the service, refuses some requests itself, such as more requests than the stage allows (429). Its answers are \`application/json\` with a \`message\`.`,
  Limits: `${table(
    ['what', 'at most'],
    [
      [
        'a body',
        `${limits.bodyBytes / 1024 / 1024} MiB, ${limits.parameters} values, ${limits.depth} levels of nesting`,
      ],
      [
        '`userData`',
        `1 to ${limits.userDataKeys} members, names of ${limits.keyCharacters} characters, values of ${limits.valueCharacters} characters with ${limits.marksInARow} combining marks in a row`,
      ],
      ['`proof`', `${limits.proofMembers} members`],
      [
        'one `add`',
        `notices x (1 + members of \`userData\` other than the six known ones) = ${limits.transactionItems}, or ${limits.transactionItems - 1} with an \`Idempotency-Key\``,
      ],
      ['`proof` and `userData` of a consent, as JSON', `${limits.consentBytes / 1024 / 1024} MiB together`],
      [
        '`proof` of a revocation',
        `${limits.revocationBytes / 1024 / 1024} MiB as JSON. ${limits.revocationReserveBytes / 1024} KB always fit, compressed`,
      ],
      [
        'a consent, compressed',
        `${limits.itemBytes / 1024} KB, with ${limits.revocationReserveBytes / 1024} KB kept free for its revocation. All consents of one \`add\`: ${limits.requestBytes / 1_000_000} MB`,
      ],
      ['an answer', '6 MB. If it would be larger, ask for a smaller `perPage`'],
      [
        'the searches, lists and documents of an account',
        `${limits.searchUnitsPerMinute.toLocaleString('en')} blocks of 4 KB read in a minute. Then they get 429 \`search.throttled\``,
      ],
      [
        'notices and projects that an account reads, and links that it makes',
        `${limits.noticeUnitsPerMinute.toLocaleString('en')} blocks of 4 KB in a minute. Then calls for them get 429 \`account.throttled\``,
      ],
      [
        'what an account reads and writes to record, revoke and ask for erasures',
        `${limits.recordUnitsPerMinute.toLocaleString('en')} blocks of 4 KB in a minute, about six for each call, and ${limits.recordWriteUnitsPerMinute.toLocaleString('en')} blocks of 1 KB written. Then these calls get 429 \`account.throttled\``,
      ],
      [
        'one `check`',
        `${limits.people} people, whose values have ${limits.peopleCharacters.toLocaleString('en')} characters together, also when normalised. If more than ${limits.consentsOfValue} consents share the value of a person, the answer is \`none\``,
      ],
      [
        'the checks of an account',
        `${limits.checkUnitsPerMinute.toLocaleString('en')} blocks of 4 KB read in a minute, about one and a half for each person. Then they get 429 \`check.throttled\``,
      ],
    ],
  )}

A search by a value that few consents share reads about one block for each consent on its page.`,
  Times: 'All times are UTC. `expires_in` is in seconds.',
} as const satisfies Record<string, string>;

const purpose =
  'The HTTP API of Consent Register records that people agreed to a notice, with proof of when and how. It finds and revokes these consents, and serves the notices.';

/** Describes the interface in the OpenAPI document. */
export const summary = `${purpose} Send every request as a POST, with a body in JSON, as a form with bracket notation, or as \`multipart/form-data\`: all mean the same. Errors are problems (RFC 9457) with a \`code\` for programs. Texts must not contain U+0000 or lone surrogates. No member may have the name \`__proto__\`, \`constructor\` or \`prototype\`. All rules are in \`docs/api.md\` and on the reference page of the service.`;

/** The rules as one text, for the reference page. */
export const introduction = [
  purpose,
  ...Object.entries(rules).map(([heading, text]) => `## ${heading}\n\n${text}`),
].join('\n\n');
