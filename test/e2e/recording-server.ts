import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Listens on this machine until the test ends, and counts who connects: also a browser that only prepares a request. It answers nothing
 * that a browser could use.
 */
export const startRecordingServer = async (): Promise<{ readonly url: string; readonly count: () => number }> => {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
};
