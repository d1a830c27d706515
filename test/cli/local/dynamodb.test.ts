import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine, EngineSettings } from '../../../cli/local/dynamodb.ts';
import { findEngineProgram, startEngine, waitForEngine } from '../../../cli/local/dynamodb.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import { newFolder } from '../../support/make/machine.ts';

const root = join(import.meta.dirname, '../../..');

const started: Engine[] = [];

const start = async (settings?: EngineSettings): Promise<Engine> => {
  const engine = await startEngine(settings);
  started.push(engine);
  return engine;
};

afterEach(async () => {
  for (const engine of started.splice(0)) await engine.stop();
});

const listTables = async ({ endpoint }: Engine): Promise<string[] | undefined> =>
  (await new DynamoDBClient({ endpoint }).send(new ListTablesCommand({}))).TableNames;

test('the engine answers on the loopback interface alone', async () => {
  const { endpoint } = await start();
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);

  expect(await waitForEngine(endpoint, 1_000)).toBe(true);
  if (elsewhere === undefined) return;
  await expect(fetch(endpoint.replace('127.0.0.1', elsewhere.address))).rejects.toThrow('fetch failed');
});

describe('a folder for data', () => {
  test('keeps them, for the owner alone', async () => {
    const directory = newFolder();
    const first = await start({ directory });
    await new DynamoDBClient({ endpoint: first.endpoint }).send(
      new CreateTableCommand({
        TableName: 'kept',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      }),
    );

    const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    await first.stop();

    expect(await listTables(await start({ directory }))).toEqual(['kept']);
  });

  test.each([
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?',
    'SELECT MIN(sequence_number), MAX(sequence_number) FROM _stream_records WHERE table_name = ? AND shard_id = ?',
  ])('does not make the engine read its whole stream: %s', async (query) => {
    const directory = newFolder();
    await (await start({ directory })).stop();
    const file = new DatabaseSync(join(directory, 'dynamodb.sqlite'));

    const plan = file.prepare(`EXPLAIN QUERY PLAN ${query}`).all(...(query.match(/\?/g) ?? []));
    expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX');
    file.close();
  });

  test('has no link that leads what is written elsewhere', async () => {
    const directory = newFolder();
    const victim = join(newFolder(), 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(directory, 'engine.pid'));
    await start({ directory });

    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readFileSync(join(directory, 'engine.pid'), 'utf8')).toMatch(/^\d+\n$/);
  });

  test('is of one service at a time, also of two that start at once', async () => {
    const directory = newFolder();
    const both = await Promise.allSettled([start({ directory }), start({ directory })]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(start({ directory })).rejects.toThrow(
      `Another service keeps its data in ${directory}. Stop it, or name another DATA_DIR.`,
    );
  });

  test('is not used while an engine has it that a killed service left behind', async () => {
    const directory = newFolder();
    const source = `import { startEngine } from '${join(root, 'cli/local/dynamodb.ts')}';
      await startEngine({ directory: process.argv[1] });
      process.kill(process.pid, 'SIGKILL');`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', source, directory]);
    await once(service, 'exit');

    const refusal = await start({ directory }).catch(String);
    const [, pid] = /If none runs, it left its engine behind: `kill (\d+)` ends that\.$/.exec(String(refusal)) ?? [];
    expect(pid).toBeDefined();
    process.kill(Number(pid));
    await expect.poll(() => attempt(() => process.kill(Number(pid), 0))).toBeUndefined();
    expect(await listTables(await start({ directory }))).toEqual([]);
  });

  test('that cannot be written, or holds something else, is refused', async () => {
    const [closed, foreign] = [newFolder(), newFolder()];
    mkdirSync(join(closed, 'dynamodb.sqlite'));
    writeFileSync(join(foreign, 'dynamodb.sqlite'), 'These are my notes.'.repeat(100));

    await expect(start({ directory: closed })).rejects.toThrow(
      'cannot be written. Name a folder that you may write to.',
    );
    await expect(start({ directory: foreign })).rejects.toThrow(
      'contains a file that is not a database. Name another folder.',
    );
  });
});

test('an engine that dies is reported, one that is stopped is not', async () => {
  const [dying, stopped] = [await start(), await start()];
  const [, port] = /:(\d+)$/.exec(dying.endpoint) ?? [];
  const found = spawn('sh', ['-c', `kill -9 $(pgrep -f -- "--port ${port}")`]);
  await new Promise((resolve) => found.once('exit', resolve));

  expect(await dying.failed).toMatchObject({
    message: expect.stringMatching(/^The DynamoDB engine stopped: .*\. Start the service again\.$/s),
  });
  await stopped.stop();
  expect(await Promise.race([stopped.failed, 'nothing'])).toBe('nothing');
});

describe('without a package for the platform', () => {
  const makeProgram = (version: string, mode = 0o755): string => {
    const folder = newFolder();
    writeFileSync(join(folder, 'dynoxide'), `#!/bin/sh\necho "dynoxide ${version}"\n`);
    chmodSync(join(folder, 'dynoxide'), mode);
    return folder;
  };
  const install = `npm install --no-save @dynoxide/${process.platform}-${process.arch}@1.2.1`;

  test('one sentence says what to install', async () => {
    await expect(findEngineProgram([], '')).rejects.toThrow(
      `The DynamoDB engine, Dynoxide, is not installed. Install it with: ${install}`,
    );
  });

  test('the program on the path is used', async () => {
    const folder = makeProgram('1.3.0');
    const linked = newFolder();
    symlinkSync(join(folder, 'dynoxide'), join(linked, 'dynoxide'));

    expect(await findEngineProgram([], `bin:${newFolder()}:${linked}`)).toBe(join(folder, 'dynoxide'));
  });

  test.each(['1.2.0', '2.0.0', '1.2.1-beta', 'unknown'])('version %s is refused', async (version) => {
    const folder = makeProgram(version);

    await expect(findEngineProgram([], folder)).rejects.toThrow(`^1.2.1 is needed. Install it with: ${install}`);
  });

  test('a program that other users can write is not run', async () => {
    const [file, folder] = [makeProgram('1.2.1', 0o757), makeProgram('1.2.1')];
    chmodSync(folder, 0o777);

    for (const path of [file, folder]) {
      await expect(findEngineProgram([], path)).rejects.toThrow('can be changed by other users of this machine');
    }
  });

  test('a relative entry of the path is passed over', async () => {
    await expect(findEngineProgram([], './node_modules/@dynoxide/linux-x64')).rejects.toThrow('is not installed');
  });
});

describe('a package', () => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const installed = (version: string): { readonly folder: string; readonly program: string } => {
    const folder = newFolder();
    const program = join(folder, name, 'dynoxide');
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(program, '', { mode: 0o755 });
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ version }));
    return { folder, program };
  };

  test('of another version is refused', async () => {
    await expect(findEngineProgram([installed('1.1.9').folder], '')).rejects.toThrow(
      `${name} 1.1.9 is installed, and ^1.2.1 is needed.`,
    );
  });

  test('that every user can write is not run, nor one in a folder that they can', async () => {
    const [file, folder, above] = [installed('1.2.1'), installed('1.2.1'), installed('1.2.1')];
    chmodSync(file.program, 0o777);
    chmodSync(join(folder.folder, name), 0o777);
    chmodSync(above.folder, 0o777);

    for (const each of [file, folder, above])
      await expect(findEngineProgram([each.folder], '')).rejects.toThrow('can be changed by other users');
  });

  test('that a group may write is run, as npm makes them for most people', async () => {
    const { folder, program } = installed('1.2.1');
    for (const path of [program, join(folder, name), folder]) chmodSync(path, 0o775);

    expect(await findEngineProgram([folder], '')).toBe(program);
  });
});
