import { randomUUID } from 'node:crypto';
import { encryptionKeyAlias } from '../../cli/local/kept-key.ts';
import { createLogTable, nameLogTable } from '../../cli/local/table.ts';
import { feed } from '../../shared/log/feeding.ts';
import type { Publisher } from '../../shared/log/publication.ts';
import { publishNext } from '../../shared/log/publication.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { openSigningKey } from '../../shared/log/signing-keys.ts';
import { countEvents } from '../../shared/log/sums/counting.ts';
import type { Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';
import { openPatiently } from './patient-table.ts';
import { table } from './table.ts';
import { followStream } from './table-stream.ts';

/** A log of its own for a test file, which gets what happens in the file's table from now on. */
export interface RegisterLog {
  readonly log: Table;
  readonly publisher: Publisher;
  /** What verifies its checkpoints. */
  readonly key: NoteKey;
  /** Takes what came into the table since then, some records at a time. */
  readonly feed: (now?: Date) => Promise<void>;
  /** The same, and publishes all of it. @returns the size of the last checkpoint */
  readonly publish: (now?: Date) => Promise<number>;
}

const recordsAtOnce = 100;
const origin = 'consent-register/test';

const createOwnTable = async (): Promise<Table> => {
  const name = nameLogTable(randomUUID());
  await createLogTable(openPatiently(name));
  return openTable(name);
};

/** The log that functions of the file's table read. */
export const openOwnLog = (): Promise<RegisterLog> => openRegisterLog(openTable(nameLogTable(table.name)));

/** @param own a table that is there; a new one without it */
export const openRegisterLog = async (own?: Table): Promise<RegisterLog> => {
  const log = own ?? (await createOwnTable());
  const next = await followStream(table);
  const signer = await openSigningKey(log, 'checkpoints', { encryptionKey: encryptionKeyAlias, stage: 'test' });
  const publisher = { log, origin, key: signer, count: countEvents({ log, table }) };
  const feedAll = async (now = new Date()): Promise<void> => {
    const records = await next();
    for (let i = 0; i < records.length; i += recordsAtOnce) await feed(log, records.slice(i, i + recordsAtOnce), now);
  };
  const publish = async (now = new Date()): Promise<number> => {
    await feedAll(now);
    for (let size = 0; ; ) {
      const checkpoint = await publishNext(publisher, now);
      if (checkpoint === undefined) return size;
      size = checkpoint.size;
    }
  };
  return { log, publisher, key: { name: origin, publicKey: signer.publicKey }, feed: feedAll, publish };
};
