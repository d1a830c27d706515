import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { ended, toJsonError } from '../support/ended.ts';
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

test.each([
  [[], ended('interrupted', 'Interrupted; nothing was changed.', 'table consents in local')],
  [['--json'], { exitCode: 130, stdout: '', stderr: toJsonError('interrupted', 'Interrupted; nothing was changed.') }],
])('Ctrl-C while a query runs ends the command %j at once, in one line', async (words, outcome) => {
  const { called, endpoint } = await startSilentStore();
  const child = spawn('cli/consent-register', ['account', 'list', '--table', 'consents', ...words], {
    cwd: repository,
    env: personalEnvironment({
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    }),
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await called;

  child.kill('SIGINT');

  const [stdout, stderr, [exitCode]] = await printed;
  expect({ exitCode, stdout, stderr }).toEqual(outcome);
});
