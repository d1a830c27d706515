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
  newAccount,
  newKeys,
  newNotice,
  newProject,
  newUser,
  numbering,
  partitions,
  readingConsents,
  readingProofs,
} from './items.ts';
import { rightsOfLogCommands } from './log-commands.ts';
import type { Rights } from './rights.ts';
import { items } from './rights.ts';
import {
  findingKeyLeaves,
  lookingAtLog,
  provingConsents,
  readingBlocks,
  readingSigningKeys,
  readingSums,
} from './transparency.ts';
import { rightsOfUserCommands } from './users.ts';

const { account, user, log, keys, noticeNumbers, userNumbers } = partitions;

/** Commands that work on a register, by their words -> everything that each does there. To show the result of a change it reads the item too. */
export const rightsOfCommands = {
  init: items(
    ...[...listingAccounts, newAccount, newUser, newProject, ...numbering(userNumbers)],
    ...[may('GetItem', keys), ...logging],
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
  },

  'account create': items(...findingAccount, newAccount, ...logging),
  'account list': items(...listingAccounts),
  'account show': items(...listingOfAccount, may('BatchGetItem', user)),
  'account rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),
  'account enable': items(...findingAccount, mayUpdate(['consentRegisterEnabled'], account), ...logging),
  'account disable': items(
    ...[...listingOfAccount, may('BatchGetItem', user)],
    ...[mayUpdate(['consentRegisterEnabled'], account), ...logging],
  ),

  ...rightsOfUserCommands,

  'project create': items(...findingAccount, newProject, ...logging),
  'project list': items(...listingOfAccount),
  'project show': items(...findingAccount),
  'project rename': items(...findingAccount, mayUpdate(['name'], account), ...logging),

  'notice publish': items(
    ...[...findingAccount, newNotice, mayUpdate(['currentUntil'], account)],
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
  'evidence keys': { ...items(...evidenceKeys), evidenceKey: ['read'], log: findingKeyLeaves },
  'evidence add-key': {
    ...items(...evidenceKeys, newKeys(partitions.evidenceKeys), ...logging),
    ...{ evidenceKey: ['read'], log: findingKeyLeaves },
  },
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
  'key retire': { ...items(may('GetItem', keys), newKeys(keys), ...logging), secret: ['look-at-any'] },

  ...rightsOfLogCommands,
  'log list': items(...listingOfAccount, may('BatchGetItem', user), may('Query', log)),
} as const satisfies Readonly<Record<string, Rights>>;

/** A command that works on a register, by its words. */
export type RegisterCommand = keyof typeof rightsOfCommands;
