import { journalEarlyErasure, journalErasure, journalRemoval } from '../log/journal.ts';
import { itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Delete, Put } from '../store/write.ts';
import type { StoredConsent } from './consent.ts';
import { consentAttributes, openUserData, parseConsent, withoutRevocation } from './consent.ts';
import { projectIndex } from './indexes.ts';
import type { ConsentList } from './lists.ts';
import { valueList } from './lists.ts';
import { remainingOfObserved } from './observed.ts';
import { findableValues } from './person-data.ts';
import { sizeAnswer } from './record.ts';

/**
 * Attributes that stay as they were. Attributes named neither here nor below are removed (docs/api.md, Erased
 * consents).
 */
const remaining: readonly string[] = [
  'PK',
  'SK',
  projectIndex.partitionKey,
  'projectUid',
  'projectId',
  'pid',
  'versionId',
  'contentHash',
  'byPid',
  'lang',
  'time',
  'channel',
  'revokeTime',
  'revokeChannel',
];

/** The observed and imported members that say nothing about the person. */
const remainingOfMaps: Readonly<Record<string, readonly string[]>> = {
  observed: remainingOfObserved,
  revokeObserved: remainingOfObserved,
  imported: ['source', 'line', 'at', 'by', 'withRevocation'],
};

/** Attributes of what an erasure writes, without keys: of what remains of a consent, and of its entries in lists. */
const erasedAttributes: readonly string[] = [
  ...[...remaining, ...Object.keys(remainingOfMaps)].filter((name) => name !== 'PK' && name !== 'SK'),
  'eraseTime',
  'salt',
  'answerBytes',
  'storedBytes',
];

/** Attributes of a consent that no erased one has. */
export const removedAttributes: readonly string[] = consentAttributes.filter(
  (name) => !erasedAttributes.includes(name),
);

const pick = (value: unknown, names: readonly string[]): Item => {
  const map = typeof value === 'object' && value !== null ? { ...value } : {};
  return Object.fromEntries(Object.entries(map).filter(([name]) => names.includes(name)));
};

/** The attributes of a consent that an erasure leaves as they were. Of one in force, nothing that says how it was revoked. */
export const pickRemaining = (stored: Item): Item => {
  const item = stored.revokeTime === undefined ? withoutRevocation(stored) : stored;
  return {
    ...pick(item, remaining),
    ...Object.fromEntries(
      Object.entries(remainingOfMaps).flatMap(([name, names]) =>
        name in item ? [[name, pick(item[name], names)]] : [],
      ),
    ),
  };
};

/** The lists of values that contain a consent. */
const listsOf = (accountId: string, consent: StoredConsent): ConsentList[] =>
  [...findableValues(openUserData(consent).userData)].map((value) => valueList(accountId, value));

/**
 * When a consent counts as erased. Erasing a consent in force revokes it at the same moment. For a consent that was
 * already revoked, the two moments differ (docs/api.md, Erased consents).
 */
const toEraseTime = ({ time, revokeTime }: Pick<StoredConsent, 'time' | 'revokeTime'>, planned: Date): Date =>
  new Date(Math.max(planned.getTime(), time.getTime(), revokeTime === undefined ? 0 : revokeTime.getTime() + 1));

/**
 * The item that remains of a consent, in the list of its project alone.
 *
 * @param listed the time that was planned, and the salt: an erasure that is repeated after a restore gives the same item,
 * which fits its leaf in the log
 */
export const toErasedItem = (
  accountId: string,
  item: Item,
  { time, salt }: { readonly time: Date; readonly salt: Uint8Array },
) => {
  const consent = parseConsent(item);
  const eraseTime = toEraseTime(consent, time).toISOString();
  const bare: Key & Item = {
    ...keyOf.consent(accountId, consent.id),
    ...pickRemaining(item),
    eraseTime,
    salt,
    ...(consent.revokeTime === undefined && { revokeTime: eraseTime }),
    answerBytes: 0,
  };
  const answerBytes = sizeAnswer({ ...parseConsent(bare), proof: {}, userData: {}, revokeProof: {} });
  return { ...bare, answerBytes, storedBytes: itemSize({ ...bare, answerBytes, storedBytes: answerBytes }) };
};

/** The consent is as it was read: not revoked or erased since. */
const isUnchanged = ({ revokeTime, eraseTime }: Item) => {
  const states = Object.entries({ revokeTime, eraseTime });
  const known = states.filter(([, value]) => value !== undefined);
  const conditions = states.map(([name, value]) =>
    value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
  );
  return {
    condition: ['attribute_exists(PK)', ...conditions].join(' AND '),
    ...(known.length > 0 && { values: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])) }),
  };
};

/** The condition also accepts an item that is absent or already written. */
const isOwn = (id: string) => ({ condition: 'attribute_not_exists(PK) OR SK = :id', values: { ':id': id } });

const removeLookups = (id: string, lists: readonly ConsentList[]): Delete[] =>
  lists.flatMap(({ partition, index }) => (index ? [] : [{ remove: { PK: partition, SK: id }, ...isOwn(id) }]));

/**
 * The writes that keep the evidence: the consent without personal data. One transaction of at most 100, which is refused
 * if the consent has changed since it was read.
 *
 * @param item a consent that is not erased yet
 */
export const eraseButEvidence = (
  log: Table | undefined,
  accountId: string,
  item: Item,
  listed: Parameters<typeof toErasedItem>[2],
  now: Date,
): readonly [Put, ...(Put | Delete)[]] => {
  const consent = parseConsent(item);
  const put = toErasedItem(accountId, item, listed);
  const ended = { account: accountId, id: consent.id, now: toEraseTime(consent, listed.time) };
  return [
    { put, ...isUnchanged(item) },
    ...journalErasure(log, ended, put),
    ...journalEarlyErasure(log, { id: consent.id, now }, ended.now),
    ...removeLookups(consent.id, listsOf(accountId, consent)),
  ];
};

/** The same that leave nothing of a consent, even if an earlier erasure kept its evidence. */
export const eraseWholly = (
  log: Table | undefined,
  accountId: string,
  item: Item,
): readonly [Delete, ...(Put | Delete)[]] => {
  const consent = parseConsent(item);
  return [
    { remove: keyOf.consent(accountId, consent.id), ...isUnchanged(item) },
    ...journalRemoval(log, { account: accountId, id: consent.id }, item),
    ...removeLookups(consent.id, listsOf(accountId, consent)),
  ];
};
