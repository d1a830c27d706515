import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveAwsJson } from '../../../cli/local/aws-json.ts';

test('a caller who ends in the middle of a call keeps nobody else from calling', async () => {
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  onTestFinished(() => {
    process.off('unhandledRejection', rejected);
  });
  const asked = { variable: 'KMS_PORT', port: undefined };
  const { endpoint, stop } = await serveAwsJson(async (name) => ({ name }), { unreadable: 'Unreadable', asked });
  onTestFinished(stop);
  const { hostname, port } = new URL(endpoint);
  const caller = connect(Number(port), hostname);
  await once(caller, 'connect');
  caller.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"half');
  await vi.waitFor(() => expect(caller.bytesWritten).toBeGreaterThan(0));
  caller.resetAndDestroy();
  await once(caller, 'close');

  const answer = await fetch(endpoint, { method: 'POST', headers: { 'x-amz-target': 'Trent.Sign' }, body: '{}' });
  expect(await answer.json()).toEqual({ name: 'Sign' });
  expect(rejected).not.toHaveBeenCalled();
});
