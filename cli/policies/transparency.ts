import { evidenceAttributes } from '../../shared/auditing/scan-evidence.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { logKeyOf } from '../../shared/store/log-keys.ts';
import { partitions } from './items.ts';

/** Patterns of partition keys of the log table. */
const blocks = logKeyOf.block('').PK;

/** All that the log tells of, in all accounts, and the proofs that other items keep. */
export const readingEvidence = [
  { action: 'Scan', attributes: evidenceAttributes },
  may('BatchGetItem', partitions.consents, partitions.revokeProofs),
] satisfies ItemAccess[];

/** Appending to the log what it lacks. */
export const appending = [may('Query', blocks), may('PutItem', blocks)] satisfies ItemAccess[];
