import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Command } from '@commander-js/extra-typings';
import { afterEach, expect, test } from 'vitest';
import { looks } from '../../cli/action.ts';
import { interruptibly } from '../../cli/errors.ts';
import { writeNewFile } from '../../cli/output/files.ts';
import { print } from '../../cli/output/print.ts';
import type { Table } from '../../shared/store/table.ts';
import { admin, adminData, ended } from '../support/call/admin.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { newFolder } from '../support/make/machine.ts';
import { erasures, logTable, table } from '../support/make/table.ts';

const proxy = await startStoreProxy();

afterEach(() => {
  proxy.intercept = undefined;
});

const never = new Promise<never>(() => {});
const pressCtrlC = (): boolean => process.emit('SIGINT', 'SIGINT');
const label = `table ${table.name} in local`;

/** Presses Ctrl-C when a call of this kind is under way, or has been made. */
const interruptAt = (name: string, when: 'under way' | 'done'): void => {
  proxy.intercept = async (call) => {
    if (call.name !== name) return call.forward();
    const answer = await (when === 'done' ? call.forward() : undefined);
    pressCtrlC();
    return answer ?? never;
  };
};

test('a command that looks has changed nothing', async () => {
  interruptAt('Query', 'under way');

  expect(await admin('account', 'list')).toEqual(ended('interrupted', 'Interrupted; nothing was changed.', label));
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s ends a command as terminated', async (signal) => {
  proxy.intercept = async (call) => {
    if (call.name !== 'Query') return call.forward();
    process.emit(signal, signal);
    return never;
  };

  expect(await admin('account', 'list')).toEqual(ended('terminated', 'Interrupted; nothing was changed.', label));
});

test('a command that has not begun its change has changed nothing', async () => {
  interruptAt('Query', 'under way');

  expect(await admin('account', 'create', 'My Shop')).toEqual(
    ended('interrupted', 'Interrupted; nothing was changed.', label),
  );
  proxy.intercept = undefined;
  expect(await adminData('operations', 'list')).toEqual([]);
});

test('a command in the middle of its change says where to look', async () => {
  interruptAt('TransactWriteItems', 'done');

  expect(await admin('account', 'create', 'My Shop')).toEqual(
    ended('interrupted', 'Interrupted; `operations list` shows whether the change was made.', label),
  );
  proxy.intercept = undefined;
  expect(await adminData('operations', 'list')).toMatchObject([{ command: 'account create' }]);
});

test('no more is asked of any table', async () => {
  const { promise: outcomes, resolve } = Promise.withResolvers<unknown>();
  const look = new Command()
    .option('--table <name>')
    .option('--erasures-table <name>')
    .option('--log-table <name>')
    .action(
      looks(async ({ stage }) => {
        pressCtrlC();
        const tables = [stage.table, stage.erasures, stage.log].filter((each) => each !== undefined);
        const ask = ({ name, client }: Table) =>
          client.send(new GetCommand({ TableName: name, Key: { PK: 'x', SK: 'x' } }));
        resolve((await Promise.allSettled(tables.map(ask))).map(({ status }) => status));
        return never;
      }),
    );
  const named = ['--table', table.name, '--erasures-table', erasures.name, '--log-table', logTable.name];

  const run = async (): Promise<void> => {
    await look.parseAsync(named, { from: 'user' });
  };
  await expect(interruptibly(run)).rejects.toThrow('Interrupted');
  expect(await outcomes).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a file is not there unless it is whole', async () => {
  const file = join(newFolder(), 'page.html');
  async function* write() {
    yield 'half';
    expect(existsSync(file)).toBe(true);
    pressCtrlC();
    expect(existsSync(file)).toBe(false);
    yield 'more';
  }

  await expect(interruptibly(() => writeNewFile(file, write()))).rejects.toThrow('Interrupted; nothing was changed.');
});

test('data that is printed already is said not to be the whole, and no more comes', async () => {
  const wanted: number[] = [];
  async function* count() {
    for (let i = 0; ; i += 1) {
      wanted.push(i);
      if (i === 2) pressCtrlC();
      yield '';
    }
  }

  await expect(interruptibly(() => print({ pieces: count() }))).rejects.toMatchObject({
    exitCode: 130,
    message: 'Interrupted; the printed data is incomplete.',
  });
  await new Promise(setImmediate);
  expect(wanted).toEqual([0, 1, 2]);
});
