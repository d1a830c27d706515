import * as v from 'valibot';
import { largestNumber, leafBeginning, logKeyOf } from '../store/keys.ts';
import { getItem, queryItems, textOfKey } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Leaf, LogEvent } from './log-event.ts';

/** What names an event in the log. A version is one of its account and notice, a consent is named by its id alone. */
export interface NamedEvent extends Pick<LogEvent, 'kind' | 'id' | 'account'> {
  readonly notice?: { readonly pid: number } | undefined;
}

/** A leaf as its item has it. */
export interface LoggedLeaf {
  readonly index: number;
  /** When its event happened according to the record, in milliseconds since the epoch. */
  readonly time: number;
  readonly entry: Uint8Array;
}

/** A consent is recorded or imported, once between them. */
const sortKeys = {
  recorded: 'RECORDED',
  imported: 'RECORDED',
  revoked: 'REVOKED',
  erased: 'ERASED',
  removed: 'REMOVED',
} as const;

/** The kinds of events that end a consent. */
export const endKinds = ['revoked', 'erased', 'removed'] as const;

/** The key of a leaf's item: what is in the log once has one key. */
export const leafKeyOf = ({ kind, id, account = '', notice }: NamedEvent): Key => {
  if (kind === 'published') return logKeyOf.versionLeaf(account, notice?.pid ?? 0, id);
  if (kind === 'key') return logKeyOf.keyLeaf(id);
  return kind === 'operation' ? logKeyOf.operationLeaf(id) : logKeyOf.consentLeaf(id, sortKeys[kind]);
};

/** The same as a text. */
export const nameOf = (event: NamedEvent): string => textOfKey(leafKeyOf(event));

const consentBeginning = logKeyOf.consentLeaf('', '').PK;
const noticeBeginning = `${leafBeginning}NOTICE#`;
const consentKinds = ['recorded', ...endKinds] as const;

/** The event in the key of a leaf's item, of which imported means recorded. Undefined for a key that no leaf has. */
export const eventInKey = ({ PK, SK }: Key): NamedEvent | undefined => {
  if (PK === logKeyOf.keyLeaf('').PK) return { kind: 'key', id: SK };
  if (PK === logKeyOf.operationLeaf('').PK) return { kind: 'operation', id: SK };
  if (PK.startsWith(noticeBeginning)) {
    const [account, pid] = PK.slice(noticeBeginning.length).split('#');
    return { kind: 'published', id: SK, account, notice: { pid: Number(pid) } };
  }
  const kind = consentKinds.find((each) => sortKeys[each] === SK);
  return kind && PK.startsWith(consentBeginning) ? { kind, id: PK.slice(consentBeginning.length) } : undefined;
};

/** The item of a leaf, which is written with its block. */
export const toLeafItem = ({ event, entry }: Leaf, index: number) => ({
  ...leafKeyOf(event),
  index,
  time: event.time,
  entry,
});

const StoredLeaf = v.object({
  index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largestNumber - 1)),
  time: v.number(),
  entry: v.instance(Uint8Array),
});

/** @throws Error when the item is damaged */
export const parseLeafItem = (item: Item): LoggedLeaf => v.parse(StoredLeaf, item);

/** The leaf of an event. Undefined if the log does not have it. */
export const findLeaf = async (log: Table, event: NamedEvent): Promise<LoggedLeaf | undefined> => {
  const item = await getItem(log, leafKeyOf(event));
  return item && parseLeafItem(item);
};

/** The leaves of a partition by their sort keys, in one query. */
const queryLeaves = async (log: Table, { PK }: Key): Promise<ReadonlyMap<string, LoggedLeaf>> => {
  const items = await queryItems(log, { PK, SK: '' });
  return new Map(items.map((item) => [String(item.SK), parseLeafItem(item)]));
};

/** The leaves of a consent. */
export interface ConsentLeaves {
  readonly of: (kind: keyof typeof sortKeys) => LoggedLeaf | undefined;
}

export const findConsentLeaves = async (log: Table, consentId: string): Promise<ConsentLeaves> => {
  const leaves = await queryLeaves(log, logKeyOf.consentLeaf(consentId, ''));
  return { of: (kind) => leaves.get(sortKeys[kind]) };
};

/** The leaves of the versions of a notice, by their ids. */
export const findVersionLeaves = (log: Table, account: string, pid: number): Promise<ReadonlyMap<string, LoggedLeaf>> =>
  queryLeaves(log, logKeyOf.versionLeaf(account, pid, ''));

/** The leaves of all evidence keys, by the ids of their events. */
export const findKeyLeaves = (log: Table): Promise<ReadonlyMap<string, LoggedLeaf>> =>
  queryLeaves(log, logKeyOf.keyLeaf(''));
