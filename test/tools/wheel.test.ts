import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findOwn } from '../../tools/release/commit.ts';
import { makeWheel } from '../../tools/release/wheel.ts';

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
