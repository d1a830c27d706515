import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../cli/errors.ts';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { ended, toJsonError } from '../support/call/admin.ts';
import { needs } from '../support/make/machine.ts';
import { run } from './command.ts';
import { personalEnvironment } from './environment.ts';
import { repository } from './service.ts';

/** A store that never answers, and a wait for the first call to it. */
const startSilentStore = async () => {
  const server = createServer();
  const called = once(server, 'request');
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { called, endpoint: `http://127.0.0.1:${port}` };
};

const startList = (endpoint: string, words: readonly string[]) =>
  spawn(process.execPath, ['cli/bin.js', 'account', 'list', '--table', 'consents', ...words], {
    cwd: repository,
    env: personalEnvironment({
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    }),
  });

const message = 'Interrupted; nothing was changed.';

test.each([
  ['SIGINT', [], ended('interrupted', message, 'table consents in local')],
  ['SIGTERM', ['--json'], { exitCode: exitCodes.terminated, stdout: '', stderr: toJsonError('terminated', message) }],
] as const)('%s while a query runs ends the command %j at once, in one line', async (signal, words, outcome) => {
  const { called, endpoint } = await startSilentStore();
  const child = startList(endpoint, words);
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await called;

  child.kill(signal);

  const [stdout, stderr, [exitCode]] = await printed;
  expect({ exitCode, stdout, stderr }).toEqual(outcome);
});

test.each([
  ['', /^consent-register: Standard output cannot be written \(.*\)\. The printed data is incomplete\.\n$/],
  ['--json', /^{\n {2}"error": {\n {4}"kind": "usage",/],
])(
  'a full disk ends the command in one line: %j',
  needs('/dev/full', existsSync('/dev/full')),
  async (words, message) => {
    expect(await run('sh', ['-c', `'${process.execPath}' cli/bin.js --help ${words} > /dev/full`])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  },
);

test('a reader that has seen enough is no mistake', async () => {
  expect(await run('bash', ['-c', `set -o pipefail; '${process.execPath}' cli/bin.js --help | true`])).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});
