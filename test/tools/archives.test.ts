import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { makeZip } from '../../tools/release/archive.ts';
import { findOwn } from '../../tools/release/commit.ts';
import { makeComposerArchive } from '../../tools/release/composer-archive.ts';
import { makeWheel } from '../../tools/release/wheel.ts';

const packed = new Map<string, string | Uint8Array>([
  ['b/first.txt', 'Käthe\n'],
  ['a.bin', Uint8Array.of(0, 255)],
]);

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

test('an archive has the files as they are, in their order, readable by all', () => {
  const zip = makeZip(packed);
  const found = unzipSync(zip);

  expect(Object.keys(found)).toEqual([...packed.keys()]);
  expect(new TextDecoder().decode(found['b/first.txt'])).toBe('Käthe\n');
  expect(found['a.bin']).toEqual(Uint8Array.of(0, 255));
  const directory = new DataView(zip.buffer, zip.byteOffset + Buffer.from(zip).indexOf('PK\x01\x02'));
  expect(directory.getUint32(38, true) >>> 16).toBe(0o100644);
});

test('an archive is the same at another time and in another zone', () => {
  const before = asText(makeZip(packed));
  vi.useFakeTimers({ now: new Date('2031-07-01T00:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const after = asText(makeZip(packed));
  vi.unstubAllEnvs();
  vi.useRealTimers();

  expect(after).toBe(before);
});

const folder = join(import.meta.dirname, '../../client/php');

test('the archive of the PHP client has what its manifest names, and the same bytes each time', async () => {
  const { name, bytes } = makeComposerArchive();
  const files = unzipSync(bytes);
  const read = (file: string) => Buffer.from(files[file] ?? []).toString();
  const { version, autoload } = JSON.parse(read('composer.json'));

  expect([name, version]).toEqual([`consent-register-client-php-${manifest.version}.zip`, manifest.version]);
  expect(Object.keys(files).sort()).toEqual(['LICENSE', 'README.md', ...autoload.classmap, 'composer.json'].sort());
  for (const file of autoload.classmap) expect(read(file)).toBe(await readFile(join(folder, file), 'utf8'));
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`\`${name}\``);
  expect(makeComposerArchive().bytes).toEqual(bytes);
});

const { name, bytes } = makeWheel();
const files = new Map(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content)]));
const info = `consent_register-${manifest.version}.dist-info`;

test('the wheel has the version of the project in its name, each module, the types and the licence', () => {
  const modules = findOwn(['consent_register/*.py'], 'client/python');

  expect(name).toBe(`consent_register-${manifest.version}-py3-none-any.whl`);
  expect([...files.keys()].sort()).toEqual(
    [
      ...modules,
      'consent_register/py.typed',
      ...['METADATA', 'RECORD', 'WHEEL', 'licenses/LICENSE'].map((file) => `${info}/${file}`),
    ].sort(),
  );
  const [head, readme] = String(files.get(`${info}/METADATA`)).split('\n\n', 2);
  expect(head?.split('\n')).toEqual(
    expect.arrayContaining(['Name: consent-register', `Version: ${manifest.version}`, 'Requires-Python: >=3.9']),
  );
  expect(readme).toBe('# The client for Python');
});

test('its record has the digest and the length of each file but itself', () => {
  const rows = [...files].map(([path, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return path === `${info}/RECORD` ? `${path},,` : `${path},sha256=${digest},${content.length}`;
  });

  expect(String(files.get(`${info}/RECORD`))).toBe(`${rows.join('\n')}\n`);
});

test('it is the same to the byte when it is made again', () => {
  expect(makeWheel().bytes).toEqual(bytes);
});
