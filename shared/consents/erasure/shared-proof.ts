import { setTimeout as sleep } from 'node:timers/promises';
import { timeOf } from '../../identifier.ts';
import { limits } from '../../limits.ts';
import type { Key, Table } from '../../store/client.ts';
import { batchGet, batchGetNamed } from '../../store/get.ts';
import { itemSize } from '../../store/item-size.ts';
import { keyOf } from '../../store/keys.ts';
import type { Update } from '../../store/write.ts';
import { transact } from '../../store/write.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import { listsOf, valuesOf } from '../erased-form.ts';
import { mayKeepForOthers, momentOf } from '../indexes.ts';
import { projectList } from '../listing.ts';
import { afterAll, readList } from '../search/list-pages.ts';

/** Milliseconds after which the list of a project shows all consents of a request. */
const settled = 5_000;

/** For a consent recorded a moment ago, waits until the others of its request are listed. */
const settle = async ({ id }: StoredConsent): Promise<void> => {
  const age = Date.now() - timeOf(id).getTime();
  if (age >= 0 && age < settled) await sleep(settled - age);
};

/**
 * The consents of the same request that name this one as the keeper of their proof. They have the same project and the
 * same millisecond. A list may show outdated proofs, so the consents themselves are read. A short proof is never
 * shared.
 */
export const findSharers = async (
  table: Table,
  accountId: string,
  consent: StoredConsent,
): Promise<StoredConsent[]> => {
  const { id, projectUid } = consent;
  if (!mayKeepForOthers(consent)) return [];
  await settle(consent);
  const range = { above: momentOf(id), upTo: `${momentOf(id)}${afterAll}` };
  const pages = await Array.fromAsync(readList(table, projectList(accountId, projectUid), range, 'oldest-first'));
  const candidates = pages.flat().filter(({ proofId }) => proofId !== undefined);
  const keys = candidates.map((entry) => keyOf.consent(accountId, entry.id));
  const items = await batchGetNamed(table, keys);
  return items
    .filter((item) => item !== undefined)
    .map(parseConsent)
    .filter(({ proofId }) => proofId === id);
};

/** Bytes that a transaction may write. The other half is left for revocations that may have been added since. */
const mostBytes = limits.transactionBytes / 2;

/** As many consents as one transaction can write, at least one. */
const takeGroup = (consents: readonly StoredConsent[], proofBytes: number): StoredConsent[] => {
  let bytes = proofBytes;
  const end = consents.findIndex(({ userData }, i) => {
    bytes += (userData?.length ?? 0) + limits.revocationReserveBytes;
    return i > 0 && bytes > mostBytes;
  });
  return consents.slice(0, end < 0 ? consents.length : end);
};

/** The lookups of a consent that exist. */
const findLookups = async (table: Table, accountId: string, consent: StoredConsent): Promise<Key[]> => {
  const lists = listsOf(accountId, valuesOf(consent));
  const keys = lists.flatMap(({ partition, index }) => (index ? [] : [{ PK: partition, SK: consent.id }]));
  const items = await batchGet(table, keys, { consistent: true });
  return keys.filter((_, i) => items[i] !== undefined);
};

type Change = Pick<Update, 'expression'> & { readonly values: NonNullable<Update['values']> };

/**
 * The writes for one consent that named the keeper: to its item and to its lookups, which repeat what it says about its
 * proof.
 */
const changeAll = (keeperId: string, item: Key, lookups: readonly Key[], own: Change, listed: Change): Update[] => {
  const condition = 'attribute_exists(PK) AND proofId = :from AND attribute_not_exists(eraseTime)';
  const from = { ':from': keeperId };
  return [
    { update: item, expression: own.expression, condition, values: { ...own.values, ...from } },
    ...lookups.map((update) => ({
      update,
      expression: listed.expression,
      condition: 'attribute_exists(PK)',
      values: listed.values,
    })),
  ];
};

/** The writes of a group. Its first consent takes the proof, and the others name it. */
const moveInGroup = async (
  table: Table,
  accountId: string,
  { id, proof }: StoredConsent,
  group: readonly StoredConsent[],
): Promise<Update[]> => {
  const [first] = group;
  if (first === undefined || proof === undefined) return [];
  const more = itemSize({ proof }) - itemSize({ proofId: id });
  const bytes = { ':bytes': more };
  const take = {
    expression: 'SET proof = :proof REMOVE proofId ADD storedBytes :bytes',
    values: { ...bytes, ':proof': proof },
  };
  const taken = { expression: 'REMOVE proofId ADD storedBytes :bytes', values: bytes };
  const name = { expression: 'SET proofId = :keeper', values: { ':keeper': first.id } };
  const writes: Update[] = [];
  for (const consent of group) {
    const lookups = await findLookups(table, accountId, consent);
    const [own, listed] = consent === first ? [take, taken] : [name, name];
    writes.push(...changeAll(id, keyOf.consent(accountId, consent.id), lookups, own, listed));
  }
  return writes;
};

/**
 * Moves the proof that a consent keeps for others to the first of them, or to several if one transaction is too small.
 * Each of them has its proof at every moment.
 *
 * @returns false if one of them changed meanwhile, so that everything must be read again
 */
export const moveProof = async (
  table: Table,
  accountId: string,
  keeper: StoredConsent,
  sharers: readonly StoredConsent[],
): Promise<boolean> => {
  for (let rest = sharers; rest.length > 0; ) {
    const group = takeGroup(rest, keeper.proof?.length ?? 0);
    const writes = await moveInGroup(table, accountId, keeper, group);
    if ((await transact(table, writes)) !== undefined) return false;
    rest = rest.slice(group.length);
  }
  return true;
};
