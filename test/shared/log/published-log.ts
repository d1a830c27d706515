import { createHash, randomUUID } from 'node:crypto';
import type { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createLogTable } from '../../../cli/local/create-table.ts';
import { appendLeaves } from '../../../shared/log/blocks.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import type { Publisher } from '../../../shared/log/publish.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import type { Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { openWithRetries } from '../../support/make/tables.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

export const start = Date.parse('2026-11-22T10:30:00.000Z');

/** Leaves whose events are minutes apart, so that they are of several hours. */
export const someLeaves = (count: number, first = 0): Leaf[] =>
  Array.from({ length: count }, (_, i) => ({
    event: { kind: 'recorded', id: hash(`id ${first + i}`).toString('hex', 0, 16), time: start + (first + i) * 20_000 },
    entry: hash(`entry ${first + i}`),
  }));

export const openLog = async (): Promise<Table> => {
  const name = `log-${randomUUID()}`;
  await createLogTable(openWithRetries(name));
  return openTable(name);
};

export const wrapping = { encryptionKey: process.env.ENCRYPTION_KEY ?? '', stage: 'test' };

export const fill = async (log: Table, count: number, first = 0): Promise<void> => {
  for (let i = 0; i < count; i += 130) {
    const leaves = someLeaves(Math.min(130, count - i), first + i);
    await appendLeaves(log, leaves, new Date(start));
  }
};

export const publishAll = async (publisher: Publisher, now: Date): Promise<void> => {
  while ((await publishNext(publisher, now)) !== undefined) {}
};

/**
 * The log, whose writes fail after some of them, before they are made or with their answers lost.
 *
 * @param Write the command that counts as a write
 */
export const failingAfter = (
  log: Table,
  writes: number,
  isLost: boolean,
  Write: typeof PutCommand | typeof UpdateCommand = PutCommand,
): Table => {
  const isWrite = (command: unknown): boolean => command instanceof Write;
  let done = 0;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (!isWrite(command)) return log.client.send(command);
    done += 1;
    if (done > writes && !isLost) throw new Error('The process ended.');
    const answer = await log.client.send(command);
    if (done > writes) throw new Error('The process ended.');
    return answer;
  };
  return { name: log.name, client: Object.assign(Object.create(log.client), { send }) };
};
