import { lifetimes } from '../../shared/lifetimes.ts';
import { limits } from '../../shared/limits.ts';
import { parameterErrorCodes } from '../../shared/problem.ts';

const hours = lifetimes.idempotencySeconds / 3_600;
const days = lifetimes.knownAddressSeconds / (24 * 3_600);
const codes = parameterErrorCodes.map((code) => `\`${code}\``).join(', ');

/** What holds for all operations, in CommonMark: a heading and its text. */
export const rules = {
  Requests: `Every operation is a POST. A body is a form, \`multipart/form-data\` or JSON in UTF-8: they mean the same and have the same answer. In forms nested parameters are in bracket notation: \`userData[email]=ada@example.com\`, \`userData[size][label]=Your size\`, \`proof[url]=...\`. \`pid[]=1&pid[]=2\`, \`pid[0]=1&pid[1]=2\` and \`pid=1&pid=2\` are the same array. In \`userData\` and \`proof\` a number in brackets is a name: \`userData[0]=x\` is the member \`0\`, as in JSON. What could mean two things, such as \`a=1&a[b]=2\`, and what would have to be repaired to be read, is refused.

Whole numbers are JSON numbers or decimal digits, and \`2.0\` is 2; booleans \`true\`/\`false\`, \`1\`/\`0\` or \`on\`/\`off\`, in lower case. In \`userData\` and \`proof\` JSON numbers and booleans are taken as their text. Members that are \`null\`, and empty optional parameters, count as absent.

The operations under \`/consent-register\` refuse a parameter that they do not have (422, \`unknown-parameter\`), and any parameter in the query string: all are read from the body. The members of \`userData\` and \`proof\` may have any name. The other operations ignore what they do not have.

Send bodies uncompressed. A \`Content-Encoding\` other than \`identity\` is refused (415). A part of \`multipart/form-data\` is a plain field: it has a \`name\`, no \`filename\`, and its \`Content-Type\`, if it has one, is \`text/plain\` in UTF-8.

Call it from your back end: what a page sends, its reader can read. Pages of other origins may call a stage where its operator allowed them (\`corsOrigins\`), the local service never.`,
  Tokens: `\`/login\` gives an access token, for the header \`Authorization: Bearer ...\` of all operations but \`/login\` and \`/refresh-token\`, and a refresh token, which works once. A used refresh token is refused. It counts as stolen, and the session ends, when it comes back more than ${lifetimes.refreshReuseSeconds} seconds after its use, or after its successor was used as well. The session also ends when the user is disabled or changes the password. A token reaches the data of its own account; what belongs to others does not exist for it. A user whom the operator made a reader may not record or revoke: both are answered 403 \`user.read-only\`, by the role at the moment of the call. \`scope\` in the access token is for display: \`consents:read\`, with \`consents:write\` for others than readers, as it was when the token was issued.`,
  'Failed logins': `They are limited: ${limits.loginAttemptsOnEmailFromSite} a minute on one email from one address, ${limits.loginAttemptsOnEmail} on one email from all, ${limits.loginAttemptsFromSite} on all emails from one address, which for IPv6 is a /48 network. The minute doubles up to ${lifetimes.loginWindowSecondsLongest / 60} while failures go on. At an address from which a user logged in within ${days} days, for IPv6 a /64 network, ${limits.loginAttemptsAtKnownAddress} failures on this user count apart, so that guesses from elsewhere do not keep the user out there. Successful logins do not count. Log in once and keep the tokens.`,
  'Repeating requests': `Send the header \`Idempotency-Key\`, a new UUID for each new request, with \`/consent-register/add\` and \`/consent-register/revoke\`: then the request can be repeated for ${hours} hours without harm, and has the same answer, then with the header \`Idempotent-Replayed: true\`. With another request the same key is 409. Without the header every \`add\` is a new consent: a person may consent twice.`,
  Finding: `A consent is found by its \`id\` as soon as it is recorded; by the values of its person and by its project within moments, usually less than a second. A revocation shows at once in every search. So a search may miss a consent that has just been recorded; it never shows a revoked consent as active. Right after \`add\`, give its \`consentId\` as \`id\`. To revoke all consents of a person, revoke those that a search finds, and search again a moment later until all are revoked.`,
  Problems: `They are \`application/problem+json\` (RFC 9457): \`code\` is stable and for programs, \`detail\` says what to do, \`requestId\` leads the operator to the log, and for 422 \`errors\` lists each parameter with its \`field\` in bracket notation, a \`detail\`, and a \`code\` of ${codes}. Values that were sent are never repeated. \`type\` leads to a page about the problem, \`GET /problems\` to all of them. After 429 and 503 try again when \`Retry-After\` seconds have gone by.

What API Gateway refuses by itself, such as more requests than the stage takes (429), has a \`message\` as \`application/json\` instead.`,
  Limits: `A body has at most ${limits.bodyBytes / 1024 / 1024} MiB and ${limits.parameters} values, nested at most ${limits.depth} deep; userData 1 to ${limits.userDataKeys} members with keys of ${limits.keyCharacters} and values of ${limits.valueCharacters} characters; proof ${limits.proofMembers} members. In one \`add\` notices times (1 + members of userData with names of your own) may be at most ${limits.transactionItems}, with an \`Idempotency-Key\` ${limits.transactionItems - 1}. A value has at most ${limits.marksInARow} combining marks in a row. As JSON, the proof and the userData of a consent have at most ${limits.consentBytes / 1024 / 1024} MiB together, the proof of a revocation ${limits.revocationBytes / 1024 / 1024} MiB; compressed, a consent has at most ${limits.itemBytes / 1024} KB. An answer has at most 6 MB: ask for a smaller \`perPage\` where it would be larger. The searches of an account may read ${limits.searchUnitsPerMinute.toLocaleString('en')} blocks of 4 KB a minute; above it they are answered 429 \`search.throttled\`. A search that reads fewer than ${limits.searchUnitsUncounted} is neither counted nor refused: a search by a value that few consents share reads about one for each consent on its page.`,
  Times: 'They are UTC, `expires_in` is in seconds.',
} as const satisfies Record<string, string>;

const purpose =
  'Records that a person agreed to a text, when and how, with the proof; finds and revokes such consents; serves the texts.';

/** The same for those who read the document itself. */
export const summary = `${purpose} All operations are POST; bodies are JSON, forms with bracket notation or \`multipart/form-data\`, and mean the same. Problems are RFC 9457, with a \`code\` for programs. Text must not have U+0000 or lone surrogates, nor be a member named \`__proto__\`, \`constructor\` or \`prototype\`. The rules in full are in \`docs/interface.md\`, and on the reference page of the service.`;

/** The same for those who generate a client. */
export const clientSummary = `${purpose} This document is for generators of clients: JSON alone, and one shape for each request and each answer. Notices are given as an array, even a single one, so \`add\` answers with a list. A search answers with a page and has no \`first\`: for the latest consent ask for \`perPage\` 1. \`openapi.json\` has the whole interface.`;

/** Of the whole interface. */
export const introduction = [
  purpose,
  ...Object.entries(rules).map(([heading, text]) => `## ${heading}\n\n${text}`),
].join('\n\n');
