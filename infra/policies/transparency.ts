import { evidenceAttributes } from '../../shared/log/auditing/scan-evidence.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { anyAccount, anything, erasuresKeyOf } from '../../shared/store/keys.ts';
import { logPartitions } from '../log/log-access.ts';
import { partitions } from '../table-access.ts';

const { blocks, entries, tiles, index, checkpoints, aside, sums, takenIn, signingKeys, name } = logPartitions;

/** Everything that the log covers, in all accounts, and the proofs in other items. */
export const readingEvidence = [
  { action: 'Scan', attributes: evidenceAttributes },
  may('BatchGetItem', partitions.consents, partitions.revokeProofs),
] satisfies ItemAccess[];

/** Everything in a log, to compare it with the table and itself. */
export const verifyingLog = [
  may('Query', blocks, entries, tiles, index, checkpoints, aside),
  may('BatchGetItem', index),
  may('GetItem', signingKeys, name),
] satisfies ItemAccess[];

/** Texts of notices, whose hash consents name. */
export const readingTexts = [may('BatchGetItem', partitions.account)] satisfies ItemAccess[];

/** What proves a consent in a document. */
export const provingConsents = [
  may('Query', index),
  may('BatchGetItem', checkpoints, entries, tiles),
  may('GetItem', signingKeys),
] satisfies ItemAccess[];

/** The key of the log, and its last checkpoint. */
export const readingLogKey = [may('Query', checkpoints), may('GetItem', signingKeys)] satisfies ItemAccess[];

/** The same, and what proves since when the log has each evidence key. */
export const findingKeyLeaves = [
  ...readingLogKey,
  may('Query', blocks),
  may('BatchGetItem', entries, tiles),
  may('GetItem', checkpoints),
] satisfies ItemAccess[];

/** How far the log is, its name and the key that signs it, which records were set aside, and whether it has the newest consents. */
export const lookingAtLog = [
  may('Query', blocks, checkpoints, aside, index),
  may('GetItem', name, signingKeys),
] satisfies ItemAccess[];

/** Whether a missing consent was erased. */
export const askingErasures = [
  may('BatchGetItem', erasuresKeyOf.latest(anyAccount, anything).PK),
] satisfies ItemAccess[];

/** The sums, and the time up to which they count. */
export const readingSums = [may('Query', checkpoints, sums)] satisfies ItemAccess[];

/** Counting the log again, and correcting sums. */
export const recounting = [
  may('Query', blocks, checkpoints, sums),
  may('GetItem', takenIn),
  may('PutItem', sums),
  may('UpdateItem', sums),
] satisfies ItemAccess[];

/** Appending what the log lacks, if no other stage signs it. */
export const appending = [
  may('GetItem', name, signingKeys),
  may('Query', blocks),
  may('PutItem', blocks, takenIn),
] satisfies ItemAccess[];

/** The keys that sign for the log: private keys are wrapped. */
export const readingSigningKeys = [may('GetItem', signingKeys)] satisfies ItemAccess[];

/** The events in the log. */
export const readingBlocks = [may('Query', blocks)] satisfies ItemAccess[];
