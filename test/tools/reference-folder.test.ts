import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { describeReference } from '../../cli/openapi/document.ts';
import { writePage } from '../../tools/reference-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'consent-register-'));
  return () => rm(folder, { recursive: true });
});

test('writes the page, what it loads and the document, whose server the reader fills in', async () => {
  const place = join(folder, 'new/reference');
  const names = await writePage(place);
  const page = await readFile(join(place, 'index.html'), 'utf8');
  const document = JSON.parse(await readFile(join(place, 'openapi.json'), 'utf8'));

  expect((await readdir(place)).toSorted()).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(page.match(/(?<=(?:src|href)=")(?!data:)[^"]+/g) ?? []));
  expect(document).toEqual(JSON.parse(JSON.stringify(describeReference())));
  expect(document).toMatchObject({ servers: [{ url: '{url}', variables: { url: {} } }] });
});

test('writes over what it wrote before and leaves other files alone', async () => {
  await writeFile(join(folder, 'CNAME'), 'reference.example\n');
  await writePage(folder);
  await writePage(folder);

  expect(await readFile(join(folder, 'CNAME'), 'utf8')).toBe('reference.example\n');
});

test('says so when the folder cannot be written to', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');

  await expect(writePage(file)).rejects.toMatchObject({
    name: 'CommandError',
    exitCode: 2,
    message: `${file} cannot be written to; name a folder that can.`,
  });
});
