import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announce } from '../../../cli/local/connection.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { describeService } from '../../../cli/local/running.ts';
import { openService } from '../../../cli/stage/open.ts';
import { openTerminal } from '../../e2e/terminal.ts';
import { serve } from '../../support/call/serve.ts';
import { needs, newFolder } from '../../support/make/machine.ts';

const here = 'http://127.0.0.1:1';
const connection = {
  service: 'consent-register',
  tableName: 'consents',
  erasuresTableName: 'consents-erasures',
  logTableName: 'consents-log',
  dynamoDb: { endpoint: here, isOurs: true },
  secretsManager: here,
  signingKeySecret: 'key',
  kms: here,
  s3: here,
  evidenceKey: { id: 'key', stage: 'local' },
  encryptionKey: 'key',
  eventBridge: here,
};

/** The port of a register that says it is of that process. */
const runRegister = async (pid = process.pid): Promise<number> =>
  Number(new URL(await serve((_, response) => response.end(JSON.stringify({ ...connection, pid })))).port);

/** Announces a service until the test has ended. */
const begin = (port: number): void => onTestFinished(announce(port));

let folder: string;

beforeEach(() => {
  const base = newFolder();
  folder = join(base, 'consent-register');
  vi.stubEnv('XDG_RUNTIME_DIR', base);
});

afterAll(() => {
  vi.unstubAllEnvs();
});

const noneRuns = /^No local service runs\. Start one with `npm start`, or name the port .* with --port\.$/;

test('the service that runs is found, and nobody but the user may read where', async () => {
  const port = await runRegister();
  begin(port);

  expect(await openService(undefined)).toMatchObject({ port, connection: { tableName: 'consents' } });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, `${port}.json`))).mode & 0o777).toBe(0o600);
});

test('without a folder nothing runs', async () => {
  await expect(openService(undefined)).rejects.toThrow(noneRuns);
});

/** A user without a name, as in a container that runs with a number. */
const nameless = { uid: 54_321, gid: 54_321, env: { PATH: process.env.PATH }, encoding: 'utf8' } as const;
const mayRun = spawnSync(process.execPath, ['--check', 'cli/bin.js'], nameless).status === 0;

test('a user without a name uses commands too', needs('right to run as another user', mayRun), () => {
  const { stderr } = spawnSync(process.execPath, ['cli/bin.js', 'account', 'list', '--local'], nameless);
  const findName = `console.log(await (await import('./cli/local/demo.ts')).findLocalUser())`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', findName], nameless);

  expect(stderr).toMatch(/^consent-register: No local service runs\. /);
  expect(stdout).toBe('local:54321\n');
});

test('of several, the ports are named, and the option that chooses one', async () => {
  const ports = [await runRegister(), await runRegister()].sort((one, other) => one - other);
  for (const port of ports) begin(port);

  await expect(openService(undefined)).rejects.toThrow(
    `Several local services run, on the ports ${ports.join(', ')}. Choose one with --port ${ports[0]}.`,
  );
  expect(await openService(ports[1])).toMatchObject({ port: ports[1] });
});

test('a person is asked which of several', async () => {
  const ports = [await runRegister(), await runRegister()].sort((one, other) => one - other);
  for (const port of ports) begin(port);
  const words = ['cli/bin.js', 'account', 'list', '--local'];
  const terminal = openTerminal(process.execPath, words, { settings: { XDG_RUNTIME_DIR: dirname(folder) } });

  await terminal.waitFor(`Several local services run, on the ports ${ports.join(', ')}.`);
  terminal.type(`${ports[1]}\r`);

  await terminal.waitFor(`On the local service at http://127.0.0.1:${ports[1]}`);
  terminal.press('Ctrl-C');
  await terminal.ended;
});

test('a file that a dead process left counts for nothing, and goes', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const port = await runRegister(pid);
  begin(port);
  await writeFile(join(folder, `${port}.json`), JSON.stringify({ port, pid }));

  await expect(openService(undefined)).rejects.toThrow(noneRuns);
  expect(await readdir(folder)).toEqual([]);
});

test('a process that has the number of a dead one is not taken for it', async () => {
  const port = await runRegister(process.pid + 1);
  begin(port);

  await expect(openService(undefined)).rejects.toThrow(noneRuns);
});

test.each(['', '{"port":', '{"port":"3000"}'])('a damaged file counts for nothing: %j', async (text) => {
  begin(await runRegister());
  await writeFile(join(folder, '3000.json'), text);

  await expect(openService(undefined)).resolves.toBeDefined();
  expect(await readdir(folder)).toHaveLength(1);
});

test('a folder that others can open is neither read nor written', async () => {
  await mkdir(folder);
  await chmod(folder, 0o755);
  const port = await runRegister();
  begin(port);

  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, `${port}.json`), JSON.stringify({ port, pid: process.pid }));
  await expect(openService(undefined)).rejects.toThrow(noneRuns);
});

test('a port without a service is reported, with the one that runs', async () => {
  const [free, running] = [await findFreePort(), await runRegister()];
  const other = Number(new URL(await serve((_, response) => response.end('{}'))).port);

  await expect(openService(free)).rejects.toThrow(
    `No local service runs on port ${free}. Start one with \`npm start\`.`,
  );
  begin(running);
  await expect(openService(free)).rejects.toThrow(
    `No local service runs on port ${free}. One runs on port ${running}: --port ${running}.`,
  );
  await expect(openService(other)).rejects.toThrow(`The program on port ${other} is not a local consent register.`);
});

const demoKey = `crk_${'a'.repeat(80)}`;
const baseUrl = 'http://127.0.0.1:65535';
const demoPage = `${baseUrl}/p/${'A'.repeat(114)}`;
const service = { baseUrl, hasDemoData: true, demoKey, demoPage, stores: new Map(), exposed: [] };

const columns = 80;

/** The rows that text takes in a terminal. */
const rowsOf = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0);

test('what a start prints fits into 13 rows of 80 columns, with the first consent and the page of a person', () => {
  const text = describeService(service, true);
  const long = text.split('\n').filter((line) => line.length > columns);

  expect(rowsOf(text)).toBeLessThanOrEqual(13);
  expect(long).toEqual([`A person   ${demoPage}`, expect.stringMatching(`^curl .*Bearer ${demoKey}'`)]);
  expect(text).toContain(
    'http://127.0.0.1:65535/console\nLogin      demo@example.com / correct horse battery staple\n',
  );
});

test('without demo data it names the command that makes the first account', () => {
  expect(describeService({ ...service, hasDemoData: false, demoKey: undefined, demoPage: undefined }, false)).toContain(
    'No demo data. Make the first account, user and project in another terminal:\nnpm run admin -- setup --local\n',
  );
});
