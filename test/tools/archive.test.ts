import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { makeZip } from '../../tools/release/archive.ts';

const files = new Map<string, string | Uint8Array>([
  ['b/first.txt', 'Käthe\n'],
  ['a.bin', Uint8Array.of(0, 255)],
]);

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

test('an archive has the files as they are, in their order, readable by all', () => {
  const zip = makeZip(files);
  const found = unzipSync(zip);

  expect(Object.keys(found)).toEqual([...files.keys()]);
  expect(new TextDecoder().decode(found['b/first.txt'])).toBe('Käthe\n');
  expect(found['a.bin']).toEqual(Uint8Array.of(0, 255));
  const directory = new DataView(zip.buffer, zip.byteOffset + Buffer.from(zip).indexOf('PK\x01\x02'));
  expect(directory.getUint32(38, true) >>> 16).toBe(0o100644);
});

test('an archive is the same at another time and in another zone', () => {
  const before = asText(makeZip(files));
  vi.useFakeTimers({ now: new Date('2031-07-01T00:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const after = asText(makeZip(files));
  vi.unstubAllEnvs();
  vi.useRealTimers();

  expect(after).toBe(before);
});
