import { may } from '../../shared/store/item-access.ts';
import {
  countingErased,
  erasing,
  erasuresOfErased,
  erasuresOfErasing,
  erasuresOfImporting,
  findingRuns,
  listingErasures,
  lookingForErased,
} from './erasing.ts';
import {
  addingEvidenceKey,
  countingConsents,
  evidenceKeys,
  exportingConsents,
  findingAccount,
  findingNewest,
  findingPerson,
  importingConsents,
  listingAccounts,
  listingOfAccount,
  listingProjects,
  logging,
  mayUpdate,
  numbering,
  partitions,
  readingConsents,
  readingProofs,
} from './items.ts';
import { rightsOfLogCommands } from './log-commands.ts';
import { officerCommands } from './officer.ts';
import type { Rights } from './rights.ts';
import { items, uniteRights } from './rights.ts';
import {
  lookingAtLog,
  provingConsents,
  readingBlocks,
  readingLogKey,
  readingSigningKeys,
  readingSums,
} from './transparency.ts';
import { newUser, rightsOfUserCommands } from './users.ts';

const { account, accounts, user, log, keys, noticeNumbers } = partitions;

/** A command that works on a register, by its words -> everything it does there. To show the result of a change it reads the item too. */
const rightsOfCommands = {
  init: items(...listingAccounts, ...newUser, may('PutItem', accounts), may('GetItem', keys), ...logging),
  doctor: {
    ...items(...findingNewest, may('GetItem', keys), ...evidenceKeys, ...lookingForErased, ...findingRuns),
    erasures: listingErasures,
    table: ['DescribeTable', 'DescribeContinuousBackups', 'DescribeTimeToLive'],
    erasuresTable: ['DescribeTable', 'DescribeContinuousBackups'],
    log: lookingAtLog,
    logTable: ['DescribeTable', 'DescribeContinuousBackups'],
    secret: ['look'],
    evidenceKey: ['look-at-any'],
  },

  'account create': items(...findingAccount, may('PutItem', account, accounts), ...logging),
  'account list': items(...listingAccounts),
  'account show': items(...listingOfAccount, may('BatchGetItem', user)),
  'account rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),
  'account enable': items(...findingAccount, mayUpdate(['consentRegisterEnabled'], account), ...logging),
  'account disable': items(
    ...[...listingOfAccount, may('BatchGetItem', user)],
    ...[mayUpdate(['consentRegisterEnabled'], account), ...logging],
  ),

  ...rightsOfUserCommands,

  'project create': items(...findingAccount, may('PutItem', account), ...logging),
  'project list': items(...listingOfAccount),
  'project show': items(...findingAccount),
  'project rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),

  'notice publish': items(
    ...[...findingAccount, may('PutItem', account), mayUpdate(['currentUntil'], account)],
    ...[...numbering(noticeNumbers), ...logging],
  ),
  'notice retire': items(...listingOfAccount, mayUpdate(['retiredAt'], account), ...logging),
  'notice list': items(...listingOfAccount),
  'notice show': items(...listingOfAccount),
  'notice history': items(...listingOfAccount),
  'notice diff': items(...listingOfAccount),

  'consent list': items(...listingOfAccount, ...listingProjects, ...findingPerson),
  'consent due': items(...listingOfAccount, ...listingProjects, ...findingPerson),
  'person erase': { ...items(...listingOfAccount, ...findingPerson, ...erasing), erasures: erasuresOfErasing },
  'person erased': { ...items(...listingOfAccount, ...findingPerson), erasures: erasuresOfErased },
  'consent purge': { ...items(...listingOfAccount, ...erasing), erasures: erasuresOfErasing },
  'erasure list': { ...items(...findingAccount), erasures: listingErasures },
  'person show': items(...listingOfAccount, ...findingPerson),
  'person export': items(...listingOfAccount, ...findingPerson, ...readingProofs),
  'consent show': items(...listingOfAccount, ...readingConsents),
  'evidence show': {
    ...items(...listingOfAccount, ...readingConsents, ...evidenceKeys),
    evidenceKey: ['read', 'sign'],
    log: provingConsents,
  },
  'evidence keys': { ...items(...evidenceKeys), log: readingLogKey },
  'evidence add-key': { ...items(...evidenceKeys, ...addingEvidenceKey, ...logging), evidenceKey: ['read'] },
  'events keys': { ...items(), log: readingSigningKeys },
  'events resend': {
    ...items(...logging),
    log: [...readingBlocks, ...readingSigningKeys],
    events: ['open-key', 'put'],
  },
  'consent export': { ...items(...listingOfAccount, ...exportingConsents, ...logging), table: ['DescribeTable'] },
  'consent import': {
    ...items(...listingOfAccount, ...listingProjects, ...importingConsents, ...lookingForErased, ...logging),
    erasures: erasuresOfImporting,
  },

  report: {
    ...items(...listingOfAccount, ...countingConsents, ...countingErased),
    table: ['DescribeTable'],
    log: readingSums,
  },

  'key list': items(may('GetItem', keys)),
  'key rotate': { ...items(may('GetItem', keys), ...logging), secret: ['look', 'rotate'] },
  'key retire': { ...items(may('GetItem', keys), may('PutItem', keys), ...logging), secret: ['look-at-any'] },

  ...rightsOfLogCommands,
  'log list': items(...listingOfAccount, may('BatchGetItem', user), may('Query', log)),
} as const satisfies Readonly<Record<string, Rights>>;

/** What a policy is for: commands by their words, with all the rights that they need. */
interface Policy {
  readonly commands: readonly string[];
  readonly rights: Rights;
}

/** Policies by file name: one for each command, and one for officers. */
export const policies: ReadonlyMap<string, Policy> = new Map<string, Policy>([
  ...Object.entries(rightsOfCommands).map(
    ([words, rights]) => [words.replaceAll(' ', '-'), { commands: [words], rights }] as const,
  ),
  [
    'officer',
    { commands: officerCommands, rights: uniteRights(officerCommands.map((words) => rightsOfCommands[words])) },
  ],
]);
