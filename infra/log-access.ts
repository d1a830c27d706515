import { anyAccount, anything, journalBeginning, leafBeginning, logKeyOf } from '../shared/store/keys.ts';
import type { ItemAccess } from './access.ts';
import { may, primaryKey } from './access.ts';
import type { Actor } from './code.ts';

/** Partition key patterns of the log table. */
export const logPartitions = {
  blocks: logKeyOf.block('').PK,
  aside: logKeyOf.aside(anything).PK,
  entries: logKeyOf.entries('').PK,
  /** Tiles of any level. */
  tiles: logKeyOf.tile(0, '').PK.replace('0', anything),
  leaves: `${leafBeginning}${anything}`,
  journal: `${journalBeginning}${anything}`,
  checkpoints: logKeyOf.checkpoint('').PK,
  publication: logKeyOf.publication().PK,
  feedMark: logKeyOf.feedMark().PK,
  signingKeys: logKeyOf.signingKey('').PK,
  keyFile: logKeyOf.keyFile().PK,
  counts: logKeyOf.counts(anyAccount, '').PK,
} as const;

/** Those of the journal and of the leaves of consents. */
export const journalOfConsents = logKeyOf.journalOfConsent(anything, '').PK;
const leavesOfConsents = logKeyOf.consentLeaf(anything, '').PK;

const {
  blocks,
  aside,
  entries,
  tiles,
  leaves,
  journal,
  checkpoints,
  publication,
  feedMark,
  signingKeys,
  keyFile,
  counts,
} = logPartitions;

/**
 * Everything that roles may do to items of the log table. No role scans or deletes, and no other role has access.
 */
export const logAccess: Readonly<Partial<Record<Actor, readonly ItemAccess[]>>> = {
  publishCheckpoint: [
    may('GetItem', checkpoints, publication, feedMark, signingKeys, keyFile),
    may('BatchGetItem', entries, tiles),
    may('Query', checkpoints, blocks, leaves, counts),
    may('PutItem', publication, entries, tiles, checkpoints, feedMark, signingKeys, keyFile),
    may('UpdateItem', checkpoints, counts),
  ],
  revokeConsent: [{ ...may('PutItem', journalOfConsents), attributes: primaryKey }],
  linkWithdrawal: [
    { ...may('PutItem', journalOfConsents), attributes: primaryKey },
    { ...may('BatchGetItem', leavesOfConsents), attributes: [...primaryKey, 'time'] },
  ],
  getEvidence: [
    may('GetItem', checkpoints, signingKeys),
    may('BatchGetItem', entries, tiles),
    may('Query', checkpoints, leaves, journal, blocks, aside),
  ],
  getOverview: [may('Query', checkpoints, counts)],
  keyFile: [may('GetItem', keyFile)],
};

/** The same for the job that feeds the log. With events on, it also signs them. */
export const feedingAccess = (events: boolean): readonly ItemAccess[] => [
  may('GetItem', signingKeys),
  may('BatchGetItem', leaves),
  may('Query', blocks, checkpoints),
  may('PutItem', blocks, leaves, aside, journal, feedMark, ...(events ? [signingKeys] : [])),
];
