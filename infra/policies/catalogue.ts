import { erasedAttributes } from '../../shared/consents/erased-form.ts';
import { ErasureRun } from '../../shared/consents/erasure/erasure-run.ts';
import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { anyAccount, anything, commandKeyOf, erasuresKeyOf, tableDefinition } from '../../shared/store/keys.ts';
import { partitions } from '../table-access.ts';
import {
  changingRoster,
  countingConsents,
  endingSessions,
  evidenceKeys,
  exportingConsents,
  findingAccount,
  findingNewest,
  findingPerson,
  findingSessions,
  findingUser,
  importingConsents,
  listingAccounts,
  listingOfAccount,
  listingProjects,
  logging,
  mayPut,
  mayUpdate,
  namesOf,
  newAccount,
  newKeys,
  newNotice,
  newProject,
  newUser,
  numbering,
  readingConsents,
  readingProofs,
} from './items.ts';
import type { Rights } from './rights.ts';
import { items } from './rights.ts';
import {
  appending,
  askingErasures,
  findingKeyLeaves,
  lookingAtLog,
  provingConsents,
  readingBlocks,
  readingEvidence,
  readingLogKey,
  readingSigningKeys,
  readingSums,
  readingTexts,
  recounting,
  verifyingLog,
} from './transparency.ts';

const { account, user, log, keys, noticeNumbers, userNumbers, sessions, attempts, consents, lookups, revokeProofs } =
  partitions;

/** The commands about users, with everything that each does. */
const rightsOfUserCommands = {
  'user create': items(...findingAccount, ...findingUser, newUser, ...numbering(userNumbers), ...logging),
  'user list': items(...listingOfAccount, may('BatchGetItem', user)),
  'user show': items(...findingSessions),
  'user rename': items(...findingUser, mayUpdate(['name', 'updatedAt'], user), ...logging),
  'user enable': items(...findingUser, ...endingSessions(), ...logging),
  'user disable': items(...findingSessions, ...endingSessions(), ...logging),
  'user role': items(...findingUser, mayUpdate(['role', 'updatedAt'], user), ...logging),
  'user password': items(...findingSessions, may('GetItem', account), ...endingSessions('passwordHash'), ...logging),
  'user allow-address': items(
    ...findingUser,
    mayUpdate(['knownUntil', 'expiresAt', 'windowEndsMs', 'windowStep', 'attemptIds'], attempts),
    ...logging,
  ),
  'user sessions': items(...findingSessions),
  'user end-session': items(...findingSessions, ...endingSessions(), mayUpdate(['endedAt'], sessions), ...logging),
} as const satisfies Readonly<Record<string, Rights>>;

/** Erasures under way, the same with the requests to erase, and counts of what was erased with --everything. */
const runs = commandKeyOf.erasureRun(anyAccount, '').PK;
const runsAndRequests = `${runs}${anything}`;
const sums = commandKeyOf.erasedSum(anyAccount, anything, '').PK;

/** Partition key patterns of the erasures table. */
const key = erasuresKeyOf.erasureKey().PK;
const importKey = erasuresKeyOf.importKey().PK;
const latest = erasuresKeyOf.latest(anyAccount, anything).PK;
const list = erasuresKeyOf.erasures(anyAccount).PK;

/** Erasures listed in the erasures table. */
const listingErasures = [may('Query', list)] satisfies ItemAccess[];

/** Whether consents are erased, and nothing else about them. */
const lookingForErased = [
  {
    ...may('BatchGetItem', consents),
    attributes: [tableDefinition.partitionKey, tableDefinition.sortKey, 'eraseTime'],
  },
] satisfies ItemAccess[];

/** Erasures that have begun and not ended, and requests of users to erase consents. */
const findingRuns = [may('Query', runsAndRequests)] satisfies ItemAccess[];

/** Consents erased with --everything, counted by project. */
const countingErased = [may('Query', sums)] satisfies ItemAccess[];

/** Facets and days of a count. */
const counted = ['projectUid', 'pid', 'versionId', 'lang', 'channel', 'given', 'revoked', 'erased', 'consents'];

/** What erasing changes of consents, counts and runs, and of requests, which are also refused: as one statement, a policy has room for it. */
const changingErased = mayUpdate(
  ['proof', 'proofId', 'storedBytes', 'eraseTime', 'phase', ...counted, 'state', 'endTime', 'refusal'],
  consents,
  lookups,
  sums,
  runsAndRequests,
);

/** Erasing consents: their items, lists and proofs, the progress record, and the counts. */
const erasing = [
  may('GetItem', consents),
  may('BatchGetItem', consents, lookups),
  mayPut([...erasedAttributes, 'proofId'], consents, lookups),
  mayPut(namesOf(ErasureRun), runs),
  may('DeleteItem', consents, lookups, revokeProofs, runs),
  changingErased,
  mayUpdate(['historyEpoch'], account),
  ...findingRuns,
  { action: 'Query', indexes: [projectIndex.name, ...Object.values(valueIndexes).map(({ name }) => name)] },
  ...logging,
] satisfies ItemAccess[];

/** Listing what is about to be erased, in the erasures table, with the key of the remaining evidence. */
const erasuresOfErasing = [
  may('GetItem', key),
  may('BatchGetItem', latest),
  mayPut(['key', 'createdAt', 'consentId', 'time', 'extent'], key, latest, list),
  mayUpdate(['time', 'extent'], latest),
  ...listingErasures,
] satisfies ItemAccess[];

/** Checking whether somebody was erased: the key of the remaining evidence. */
const erasuresOfErased = [may('GetItem', key)] satisfies ItemAccess[];

/** Importing: the key of the ids, and the erased people, so that none of them comes back. */
const erasuresOfImporting = [
  may('GetItem', importKey),
  mayPut(['key', 'createdAt'], importKey),
  ...listingErasures,
] satisfies ItemAccess[];

/** The rights of the commands on the log. */
const rightsOfLogCommands = {
  'log take-in': { ...items(...readingEvidence, ...logging), log: appending },
  'log recount': { ...items(...readingTexts, may('Query', partitions.account), ...logging), log: recounting },
  'log verify': {
    ...items(...readingEvidence, ...readingTexts),
    erasures: askingErasures,
    log: verifyingLog,
    anchors: true,
  },
  'log keys': { ...items(), log: readingLogKey },
} as const satisfies Readonly<Record<string, Rights>>;

/** Commands that work on a register, by their words -> everything that each does there. To show the result of a change it reads the item too. */
export const rightsOfCommands = {
  setup: items(
    ...listingAccounts,
    newAccount,
    newUser,
    newProject,
    ...numbering(userNumbers),
    may('GetItem', keys),
    ...logging,
  ),
  doctor: {
    ...items(...findingNewest, may('GetItem', keys), ...evidenceKeys, ...lookingForErased, ...findingRuns),
    erasures: listingErasures,
    table: ['DescribeTable', 'DescribeContinuousBackups', 'DescribeTimeToLive'],
    erasuresTable: ['DescribeTable', 'DescribeContinuousBackups'],
    log: lookingAtLog,
    logTable: ['DescribeTable', 'DescribeContinuousBackups'],
    secret: ['look'],
    evidenceKey: ['look-at-any'],
    watching: true,
  },

  'account create': items(...findingAccount, newAccount, ...logging),
  'account list': items(...listingAccounts),
  'account show': items(...listingOfAccount, may('BatchGetItem', user)),
  'account rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),
  'account enable': items(
    ...findingAccount,
    ...changingRoster,
    mayUpdate(['consentRegisterEnabled'], account),
    ...logging,
  ),
  'account disable': items(
    ...listingOfAccount,
    may('BatchGetItem', user),
    mayUpdate(['consentRegisterEnabled'], account),
    ...logging,
  ),

  ...rightsOfUserCommands,

  'project create': items(...findingAccount, newProject, ...changingRoster, ...logging),
  'project list': items(...listingOfAccount),
  'project show': items(...findingAccount),
  'project rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),

  'notice publish': items(
    ...findingAccount,
    newNotice,
    ...changingRoster,
    mayUpdate(['currentUntil'], account),
    ...numbering(noticeNumbers),
    ...logging,
  ),
  'notice retire': items(...listingOfAccount, ...changingRoster, mayUpdate(['retiredAt'], account), ...logging),
  'notice list': items(...listingOfAccount),
  'notice show': items(...listingOfAccount),
  'notice history': items(...listingOfAccount),
  'notice diff': items(...listingOfAccount),

  'consent list': items(...listingOfAccount, ...listingProjects, ...findingPerson),
  'consent due': items(...listingOfAccount, ...listingProjects, ...findingPerson),
  'person erase': { ...items(...listingOfAccount, ...findingPerson, ...erasing), erasures: erasuresOfErasing },
  'person erased': { ...items(...listingOfAccount, ...findingPerson), erasures: erasuresOfErased },
  'consent purge': { ...items(...listingOfAccount, ...erasing), erasures: erasuresOfErasing },
  'erasure refuse': items(...findingAccount, ...findingRuns, changingErased, ...logging),
  'erasure requests': items(...findingAccount, ...findingRuns),
  'erasure list': { ...items(...findingAccount), erasures: listingErasures },
  'access-log list': items(...findingAccount, may('Query', partitions.accesses)),
  'person show': items(...listingOfAccount, ...findingPerson),
  'person check': items(...listingOfAccount, ...findingPerson),
  'person export': items(...listingOfAccount, ...findingPerson, ...readingProofs),
  'consent show': items(...listingOfAccount, ...readingConsents),
  'evidence show': {
    ...items(...listingOfAccount, ...readingConsents, ...evidenceKeys),
    evidenceKey: ['read', 'sign'],
    log: provingConsents,
  },
  'evidence keys': { ...items(...evidenceKeys), evidenceKey: ['read'], log: findingKeyLeaves },
  'evidence add-key': {
    ...items(...evidenceKeys, newKeys(partitions.evidenceKeys), ...logging),
    evidenceKey: ['read'],
    log: findingKeyLeaves,
  },
  'events keys': { ...items(), log: readingSigningKeys },
  'events resend': {
    ...items(...logging),
    log: [...readingBlocks, ...readingSigningKeys],
    events: ['open-key', 'put'],
  },
  'consent export': { ...items(...listingOfAccount, ...exportingConsents, ...logging), table: ['DescribeTable'] },
  'consent import': {
    ...items(...listingOfAccount, ...listingProjects, ...importingConsents, ...logging),
    erasures: erasuresOfImporting,
  },

  report: {
    ...items(...listingOfAccount, ...countingConsents, ...countingErased),
    table: ['DescribeTable'],
    log: readingSums,
  },

  'key list': items(may('GetItem', keys)),
  'key rotate': { ...items(may('GetItem', keys), ...logging), secret: ['look', 'rotate'] },
  'key retire': { ...items(may('GetItem', keys), newKeys(keys), ...logging), secret: ['look-at-any'] },

  ...rightsOfLogCommands,
  'operations list': items(...listingOfAccount, may('BatchGetItem', user), may('Query', log)),
} as const satisfies Readonly<Record<string, Rights>>;

/** A command that works on a register, by its words. */
export type RegisterCommand = keyof typeof rightsOfCommands;
