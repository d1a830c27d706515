import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Standard } from '../../../cli/commands/evidence/show.ts';
import { chooseStandardFiles, writeStandard } from '../../../cli/commands/evidence/show.ts';
import { toConsentReceipt } from '../../../cli/iso-27560/consent-receipt.ts';
import { toConsentRecord } from '../../../cli/iso-27560/consent-record.ts';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import { signDocument } from '../../../shared/evidence/sign-document.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { newLocalSigner } from '../../support/make/evidence-signer.ts';
import { statementOf } from '../../support/make/statement.ts';

const signer = await newLocalSigner();
const sign = async (statement: Statement) => ({
  statement,
  kid: signer.kid,
  document: await signDocument(toCanonicalJson(statement), signer),
});

const folder = { path: '' };

beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'evidence-format-'));
});

afterEach(async () => {
  await rm(folder.path, { recursive: true });
});

const filesIn = async (): Promise<string[]> => (await readdir(folder.path)).sort();
const filesOf = (name: string) => chooseStandardFiles(join(folder.path, name));

test.each([
  ['iso-27560' as const, toConsentRecord],
  ['iso-27560-receipt' as const, toConsentReceipt],
])('%s is written beside the signed document, which it names', async (standard: Standard, toForm) => {
  const signed = await sign(statementOf());
  const files = filesOf('a.jsonld');

  const { data, text, remark } = await writeStandard(standard, files, signed);

  const document = await readFile(files.document, 'utf8');
  const written = await readFile(files.file, 'utf8');
  const sha256 = createHash('sha256').update(document).digest('hex');
  expect(await filesIn()).toEqual(['a.json', 'a.jsonld']);
  expect(document).toBe(signed.document);
  expect(JSON.parse(written)).toEqual(toForm(signed.statement, signed));
  expect(written).toContain(`"spdx:checksumValue": "${sha256}"`);
  expect((await stat(files.file)).mode & 0o777).toBe(0o600);
  expect(data).toMatchObject({ file: files.document, sha256, format: standard, formFile: files.file });
  expect(text).toContain(files.file);
  expect(remark).toMatch(/^The consent lacks what ISO\/IEC TS 27560 requires: purpose \(purposes\), /);
});

test('writes no file where one of two cannot be written', async () => {
  const signed = await sign(statementOf());
  const files = filesOf('a.jsonld');
  await writeFile(files.file, 'mine');

  await expect(writeStandard('iso-27560', files, signed)).rejects.toThrow(
    /a\.jsonld already exists\. Name another file\.$/,
  );
  expect(await filesIn()).toEqual(['a.jsonld']);
  expect(await readFile(files.file, 'utf8')).toBe('mine');

  await rm(files.file);
  await writeFile(files.document, 'mine too');
  await chmod(files.document, 0o400);
  await expect(writeStandard('iso-27560', files, signed)).rejects.toThrow(
    /a\.json already exists\. Name another file\.$/,
  );
  expect(await filesIn()).toEqual(['a.json']);
  expect(await readFile(files.document, 'utf8')).toBe('mine too');
});

test('there is no record of a time before the consent was given', async () => {
  const start = new Date('2026-01-01T00:00:00Z');
  const signed = await sign(statementOf({ span: { start, end: new Date('2026-01-02T00:00:00Z') } }));

  await expect(writeStandard('iso-27560', filesOf('a.jsonld'), signed)).rejects.toThrow(
    /^Consent c{32} had not been given at 2026-01-01, so there is no record of it\. Give a later time\.$/,
  );
  expect(await filesIn()).toEqual([]);
});

test.each([undefined, '', 'a.json', 'a.html', 'jsonld'])('--out %j is none', (out) => {
  expect(() => chooseStandardFiles(out)).toThrow('--format needs a new file that ends in .jsonld');
});

test('an ending in capitals is one too', () => {
  expect(chooseStandardFiles('A.JSONLD')).toEqual({ file: 'A.JSONLD', document: 'A.JSON' });
});
