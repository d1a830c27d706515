import { erasedAttributes } from '../../shared/consents/erased-form.ts';
import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { ErasureRun } from '../../shared/consents/erasure/runs.ts';
import { erasuresKeyOf } from '../../shared/store/erasures-keys.ts';
import type { ItemAccess } from '../../shared/store/item-access.ts';
import { may } from '../../shared/store/item-access.ts';
import { anyAccount, anything, commandKeyOf } from '../../shared/store/keys.ts';
import { tableDefinition } from '../../shared/store/table.ts';
import { logging, mayPut, mayUpdate, namesOf, partitions } from './items.ts';

const { account, consents, lookups, revokeProofs } = partitions;

/** Erasures under way, and counts of what was erased with --everything. */
const runs = commandKeyOf.erasureRun(anyAccount, '').PK;
const sums = commandKeyOf.erasedSum(anyAccount, anything, '').PK;

/** Partition key patterns of the erasures table. */
const key = erasuresKeyOf.erasureKey().PK;
const importKey = erasuresKeyOf.importKey().PK;
const latest = erasuresKeyOf.latest(anyAccount, anything).PK;
const list = erasuresKeyOf.erasures(anyAccount).PK;

/** Erasures listed in the erasures table. */
export const listingErasures = [may('Query', list)] satisfies ItemAccess[];

/** Whether consents are erased, and nothing else about them. */
export const lookingForErased = [
  {
    ...may('BatchGetItem', consents),
    attributes: [tableDefinition.partitionKey, tableDefinition.sortKey, 'eraseTime'],
  },
] satisfies ItemAccess[];

/** Erasures that have begun and not ended. */
export const findingRuns = [may('Query', runs)] satisfies ItemAccess[];

/** Consents erased with --everything, counted by project. */
export const countingErased = [may('Query', sums)] satisfies ItemAccess[];

/** Facets and days of a count. */
const counted = [
  ...['projectUid', 'pid', 'versionId', 'lang', 'channel'],
  ...['given', 'revoked', 'erased', 'consents'],
];

/** Erasing consents: their items, lists and proofs, the progress record, and the counts. */
export const erasing = [
  may('GetItem', consents),
  may('BatchGetItem', consents, lookups),
  mayPut([...erasedAttributes, 'proofId'], consents, lookups),
  mayPut(namesOf(ErasureRun), runs),
  may('DeleteItem', consents, lookups, revokeProofs, runs),
  mayUpdate(['proof', 'proofId', 'storedBytes', 'eraseTime', 'phase', ...counted], consents, lookups, sums, runs),
  mayUpdate(['historyEpoch'], account),
  ...findingRuns,
  { action: 'Query', indexes: [projectIndex.name, ...Object.values(valueIndexes).map(({ name }) => name)] },
  ...logging,
] satisfies ItemAccess[];

/** Listing what is about to be erased, in the erasures table, with the key of the remaining evidence. */
export const erasuresOfErasing = [
  may('GetItem', key),
  may('BatchGetItem', latest),
  mayPut(['key', 'createdAt', 'consentId', 'time', 'extent'], key, latest, list),
  mayUpdate(['time', 'extent'], latest),
  ...listingErasures,
] satisfies ItemAccess[];

/** Checking whether somebody was erased: the key of the remaining evidence. */
export const erasuresOfErased = [may('GetItem', key)] satisfies ItemAccess[];

/** Importing: the key of the ids, and the erased people, so that none of them comes back. */
export const erasuresOfImporting = [
  may('GetItem', importKey),
  mayPut(['key', 'createdAt'], importKey),
  ...listingErasures,
] satisfies ItemAccess[];
