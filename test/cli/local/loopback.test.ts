import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startStandIn } from '../../../cli/local/aws.ts';
import { startGateway } from '../../../cli/local/gateway.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { startS3 } from '../../../cli/local/s3.ts';

afterEach(() => vi.unstubAllEnvs());

const startAll = async (): Promise<readonly number[]> => {
  const answer = async () => ({ statusCode: 200, headers: {}, body: '' });
  const port = await findFreePort();
  const gateway = await startGateway(port, Promise.resolve(new Map([['POST /', answer]])));
  const aws = await startStandIn([]);
  const s3 = await startS3({ bucket: 'x' });
  onTestFinished(() => {
    for (const stop of [() => gateway.close(), aws.stop, s3.stop]) stop();
  });
  return [port, ...[aws, s3].map(({ endpoint }) => Number(new URL(endpoint).port))];
};

/** The status of a request with this Host. */
const ask = async (port: number, host: string): Promise<number | undefined> => {
  const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers: { host }, agent: false });
  asking.end('{}');
  const [answer] = await once(asking, 'response');
  answer.resume();
  return answer.statusCode;
};

const ours = ['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', '127.9.9.9', '[::1]', '[::1]:3000'];
const others = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]', 'kms', 'a,b'];

test('the service and its stand-ins answer to this machine under its own names, and to no other', async () => {
  for (const port of await startAll()) {
    for (const host of ours) expect(await ask(port, host), host).not.toBe(421);
    for (const host of others) expect(await ask(port, host), host).toBe(421);
  }
});

test('ALLOWED_HOSTS adds names', async () => {
  vi.stubEnv('ALLOWED_HOSTS', 'host.docker.internal, My-Machine.local');
  const [port = 0] = await startAll();

  expect(await ask(port, 'host.docker.internal:8001')).toBe(200);
  expect(await ask(port, 'my-machine.local')).toBe(200);
  expect(await ask(port, 'docker.internal')).toBe(421);
});
