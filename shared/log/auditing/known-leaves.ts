import { hash } from 'node:crypto';
import { logKeyOf } from '../../store/keys.ts';
import { leafKeyOf } from '../leaf-items.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { identityOf, readIdentity } from '../log-event.ts';
import { newIdentityTable } from './identity-table.ts';
import { newRows, newShared } from './rows.ts';

/** A leaf as an audit remembers it. */
export interface KnownLeaf {
  readonly index: number;
  readonly entry: Buffer;
  /** 8 bytes of the digest of the event's statement. */
  readonly digest: Buffer;
  readonly account: string | undefined;
  /** The partition key of its item. */
  readonly partition: string;
  /** When its event happened, in milliseconds since the epoch. */
  readonly time: number;
  /** Whether its record was found in the table. */
  readonly isSeen: boolean;
  /** Whether its item was found in the log table. */
  readonly hasItem: boolean;
}

/** All leaves of a log by their events, in 77 bytes each plus a place. */
export interface KnownLeaves {
  /** @returns whether the event is new */
  readonly add: (leaf: Leaf, index: number) => boolean;
  readonly find: (event: Pick<LogEvent, 'kind' | 'id'>) => KnownLeaf | undefined;
  /** Marks the event as found in the table. */
  readonly see: (event: Pick<LogEvent, 'kind' | 'id'>) => void;
  /** Marks the item of its leaf as found in the log table. */
  readonly seeItem: (event: Pick<LogEvent, 'kind' | 'id'>) => void;
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

const place = { entry: 0, digest: 32, index: 40, account: 44, partition: 48, time: 52, seen: 58, item: 59 } as const;
const [rowBytes, timeBytes] = [60, 6];

export const newKnownLeaves = (): KnownLeaves => {
  const identities = newIdentityTable();
  const rows = newRows(rowBytes);
  const [accounts, partitions] = [newShared<string | undefined>(), newShared<string>()];
  const read = (row: Buffer, id: string): KnownLeaf => {
    return {
      index: row.readUInt32BE(place.index),
      entry: row.subarray(place.entry, place.digest),
      digest: row.subarray(place.digest, place.index),
      account: accounts.at(row.readUInt32BE(place.account)),
      partition: partitions.at(row.readUInt32BE(place.partition)) || logKeyOf.consentLeaf(id, '').PK,
      time: row.readUIntBE(place.time, timeBytes),
      isSeen: row.readUInt8(place.seen) !== 0,
      hasItem: row.readUInt8(place.item) !== 0,
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
      const { PK } = leafKeyOf(event);
      const isOfConsent = PK === logKeyOf.consentLeaf(event.id, '').PK;
      row.writeUInt32BE(partitions.numberOf(isOfConsent ? '' : PK), place.partition);
      row.writeUIntBE(event.time, place.time, timeBytes);
      return true;
    },
    find: (event) => {
      const row = rowOf(event);
      return row && read(row, event.id);
    },
    see: (event) => void rowOf(event)?.writeUInt8(1, place.seen),
    seeItem: (event) => void rowOf(event)?.writeUInt8(1, place.item),
    size: identities.size,
    *all() {
      for (let row = 0; row < identities.size(); row += 1) {
        const identity = identities.at(row);
        yield { identity, ...read(rows.at(row), readIdentity(identity).id) };
      }
    },
  };
};
