import { hash } from 'node:crypto';
import { commitTakenIn } from '../commitment.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { identityOf } from '../log-event.ts';
import { newIdentityTable } from './identity-table.ts';
import { newRows, newShared } from './rows.ts';

/** A leaf as an audit remembers it. */
export interface KnownLeaf {
  readonly index: number;
  readonly entry: Buffer;
  /** 8 bytes of the digest of the event's statement. */
  readonly digest: Buffer;
  readonly account: string | undefined;
  /** When it was taken in, in milliseconds since the epoch. */
  readonly takenIn: number | undefined;
  readonly isSeen: boolean;
}

/** The entry that the leaf of a record has in the log. */
export const toEntry = (entry: Uint8Array, { takenIn }: Pick<KnownLeaf, 'takenIn'>): Uint8Array =>
  takenIn === undefined ? entry : commitTakenIn(entry, takenIn);

/** All leaves of a log by their events, in 70 bytes each plus a place. */
export interface KnownLeaves {
  /** @returns whether the event is new */
  readonly add: (leaf: Leaf, index: number) => boolean;
  readonly find: (event: Pick<LogEvent, 'kind' | 'id'>) => KnownLeaf | undefined;
  /** Marks the event as found in the table. */
  readonly see: (event: Pick<LogEvent, 'kind' | 'id'>) => void;
  readonly size: () => number;
  /** Each leaf with the identity of its event, in the order of the log. */
  readonly all: () => Generator<KnownLeaf & { readonly identity: string }>;
}

/** A digest of a record's event in 8 bytes. Nobody finds another text with the same digest by chance. */
export const digestEvent = ({ kind, id, account, time, facets, notice }: LogEvent): Buffer => {
  const { projectUid, pid, versionId, lang, channel, given, revoked } = facets ?? {};
  const told = [kind, id, account, time, projectUid, pid, versionId, lang, channel, given, revoked];
  return hash('sha256', JSON.stringify([...told, notice?.pid, notice?.version]), 'buffer').subarray(0, 8);
};

const place = { entry: 0, digest: 32, index: 40, account: 44, takenIn: 48, seen: 52 } as const;
const rowBytes = 53;

export const newKnownLeaves = (): KnownLeaves => {
  const identities = newIdentityTable();
  const rows = newRows(rowBytes);
  const [accounts, times] = [newShared<string | undefined>(), newShared<number | undefined>()];
  const read = (row: Buffer): KnownLeaf => {
    return {
      index: row.readUInt32BE(place.index),
      entry: row.subarray(place.entry, place.digest),
      digest: row.subarray(place.digest, place.index),
      account: accounts.at(row.readUInt32BE(place.account)),
      takenIn: times.at(row.readUInt32BE(place.takenIn)),
      isSeen: row.readUInt8(place.seen) !== 0,
    };
  };
  const rowOf = (event: Pick<LogEvent, 'kind' | 'id'>): Buffer | undefined => {
    const row = identities.find(identityOf(event));
    return row === undefined ? undefined : rows.at(row);
  };
  return {
    add: ({ event, entry }, index) => {
      const before = identities.size();
      if (identities.add(identityOf(event)) < before) return false;
      const row = rows.at(rows.add());
      row.set(entry, place.entry);
      row.set(digestEvent(event), place.digest);
      row.writeUInt32BE(index, place.index);
      row.writeUInt32BE(accounts.numberOf(event.account), place.account);
      row.writeUInt32BE(times.numberOf(event.takenIn), place.takenIn);
      return true;
    },
    find: (event) => {
      const row = rowOf(event);
      return row && read(row);
    },
    see: (event) => {
      const row = rowOf(event);
      row?.writeUInt8(1, place.seen);
    },
    size: identities.size,
    *all() {
      for (let row = 0; row < identities.size(); row += 1)
        yield { identity: identities.at(row), ...read(rows.at(row)) };
    },
  };
};
