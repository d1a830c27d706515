import type { StoredConsent } from '../../consents/consent.ts';
import { openConsent, openUserData, parseConsent, withoutRevocation } from '../../consents/consent.ts';
import { consentIndexes, projectIndex } from '../../consents/indexes.ts';
import { findableValues } from '../../consents/person-data.ts';
import { listConsent, sizeNewAnswer, toEntry } from '../../consents/recording.ts';
import { attemptsWithin } from '../../runtime/retry.ts';
import { attempt, toChunks } from '../../runtime/values.ts';
import { itemSize } from '../../store/item.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGet } from '../../store/read.ts';
import type { Item, Key, Table } from '../../store/table.ts';
import { project } from '../../store/table.ts';
import type { Report } from './findings.ts';

/** A consent with values under keys without an index, which lookups make findable. */
export interface LookedUp {
  readonly account: string;
  readonly id: string;
  /** What each lookup holds, besides its keys. */
  readonly entry: Item;
  readonly lookups: readonly { readonly userDataKey: string; readonly key: Key }[];
}

/** The lists that should have a consent: those that its own attributes put it into, and its lookups. */
interface Lists {
  readonly attributes: Item;
  readonly sizes: Item;
  readonly lookedUp: LookedUp;
}

/** The sizes that the register wrote with a consent, before it was revoked here. */
const toSizes = (consent: StoredConsent, item: Item, person: ReturnType<typeof openUserData>): Item => {
  const { projectUid, projectId, pid, versionId, contentHash, lang, channel, time, imported } = consent;
  const { proof, userData } = openConsent(consent, person);
  const said = { projectUid, lang, channel, proof, userData };
  const answerBytes = sizeNewAnswer(said, projectId, { pid, versionId, contentHash }, time);
  const recorded = imported?.withRevocation ? item : withoutRevocation(item);
  return { storedBytes: itemSize({ ...recorded, answerBytes, storedBytes: answerBytes }), answerBytes };
};

/** Undefined for an erased consent. @throws Error when the item is damaged */
const toLists = (account: string, item: Item): Lists | undefined => {
  const consent = parseConsent(item);
  if (consent.eraseTime !== undefined) return undefined;
  const { id } = consent;
  const person = openUserData(consent);
  const values = findableValues(person.userData);
  const { indexKeys, valueLists, valueDigests } = listConsent(account, consent.projectUid, values);
  const lookups = [...values.keys()].flatMap((userDataKey, i) => {
    const list = valueLists[i];
    return list === undefined || list.index ? [] : [{ userDataKey, key: { PK: list.partition, SK: id } }];
  });
  const entry = toEntry({ ...consent, storedBytes: item.storedBytes }, { valueDigests });
  const sizes = toSizes(consent, item, person);
  return { attributes: { ...indexKeys, valueDigests }, sizes, lookedUp: { account, id, entry, lookups } };
};

const listNames = ['valueDigests', ...consentIndexes.map(({ partitionKey }) => partitionKey)];

const isSameValue = (stored: unknown, made: unknown): boolean => {
  if (!(made instanceof Uint8Array)) return stored === made;
  if (made.length === 0) return stored === undefined;
  return stored instanceof Uint8Array && Buffer.compare(made, stored) === 0;
};

const reportUnlisted = (report: Report, { account, id }: LookedUp, lists: readonly string[]): void => {
  if (lists.length > 0) report({ kind: 'edited', account, id, says: `it is not in its lists: ${lists.join(', ')}` });
};

/**
 * Checks that a consent is in the lists that its own attributes put it into, and says its size. Neither is checked of an erased consent.
 *
 * @returns the consent if lookups should have it, for `checkLookups`
 * @throws Error when it is damaged
 */
export const checkLists = (account: string, item: Item, report: Report): LookedUp[] => {
  const lists = toLists(account, item);
  if (lists === undefined) return [];
  const { attributes, sizes, lookedUp } = lists;
  const wrong = listNames.filter((name) => !isSameValue(item[name], attributes[name]));
  reportUnlisted(report, lookedUp, wrong);
  const other = Object.keys(sizes).filter((name) => item[name] !== sizes[name]);
  if (other.length > 0)
    report({ kind: 'edited', account, id: lookedUp.id, says: `its size is another than ${other.join(', ')}` });
  return lookedUp.lookups.length > 0 ? [lookedUp] : [];
};

/** All that a list reads of an entry, also what only those of a project have. */
const entryNames = projectIndex.nonKeyAttributes;
const entryProjection = project(['PK', 'SK', ...entryNames]);

/** Lookups to read at the same time. Each may have 400 KB if somebody changed it. */
const lookupsAtOnce = 400;

/** The consents that lookups lack or tell otherwise, with the keys of the values. */
const findUnlisted = async (
  table: Table,
  consents: readonly LookedUp[],
): Promise<ReadonlyMap<LookedUp, readonly string[]>> => {
  const all = consents.flatMap((consent) => consent.lookups.map((lookup) => ({ consent, ...lookup })));
  const wrong: typeof all = [];
  for (const some of toChunks(all, lookupsAtOnce)) {
    const keys = some.map(({ key }) => key);
    const found = await batchGet(table, keys, { consistent: true, projection: entryProjection });
    const isListed = ({ entry }: LookedUp, stored: Item | undefined): boolean =>
      stored !== undefined && entryNames.every((name) => isSameValue(stored[name], entry[name]));
    wrong.push(...some.filter(({ consent }, i) => !isListed(consent, found[i])));
  }
  const byConsent = Map.groupBy(wrong, ({ consent }) => consent);
  return new Map([...byConsent].map(([consent, lists]) => [consent, lists.map(({ userDataKey }) => userDataKey)]));
};

/** Consents as they are now, without those that are erased or gone. */
const readAgain = async (table: Table, consents: readonly LookedUp[]): Promise<LookedUp[]> => {
  const keys = consents.map(({ account, id }) => keyOf.consent(account, id));
  const items = await batchGet(table, keys, { consistent: true });
  return consents.flatMap(({ account }, i) => {
    const item = items[i];
    return (item && attempt(() => toLists(account, item)))?.lookedUp ?? [];
  });
};

/** How often to look again, and how long to wait for the rest of a transaction, in milliseconds. */
const again = { pause: 100, attempts: 3 };

/**
 * Checks that lookups have the consents, and say of each what the register writes. A lookup costs one read unit. What does
 * not fit is looked at again with its consent, which may have been recorded or erased a moment ago: the items of a
 * transaction become visible one by one.
 *
 * @param consents those of one page of a scan
 */
export const checkLookups = async (table: Table, consents: readonly LookedUp[], report: Report): Promise<void> => {
  let unlisted = await findUnlisted(table, consents);
  for await (const _ of attemptsWithin(again)) {
    if (unlisted.size === 0) return;
    unlisted = await findUnlisted(table, await readAgain(table, [...unlisted.keys()]));
  }
  for (const [consent, lists] of unlisted) reportUnlisted(report, consent, lists);
};
