import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDocuments } from '../../build/documents.ts';
import { builtFolder } from '../../infra/code.ts';

const root = join(import.meta.dirname, '../..');

test('npm run build documents writes what the package has in docs, and Git has none of it', () => {
  const build = spawnSync(process.execPath, ['build/build.ts', 'documents'], { cwd: root, encoding: 'utf8' });
  expect(build).toMatchObject({ status: 0, stderr: '' });

  const documents = makeDocuments();
  expect([...documents.keys()]).toEqual([
    'policies/look.json',
    'policies/operate.json',
    'policies/erase.json',
    'events.schema.json',
  ]);
  for (const [path, content] of documents)
    expect(readFileSync(join(builtFolder, 'documents', path), 'utf8')).toBe(content);
  const paths = [...documents.keys()].map((path) => `docs/${path}`);
  expect(spawnSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })).toMatchObject({ stdout: '' });
});
