import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { DocumentLog, Facts } from '../../../shared/evidence/schema.ts';
import { hashCanonical, toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { placeForDocument, putDocument } from '../../../verifier/document.ts';
import { doubtfulFacts, soundFacts } from '../../evidence/sound-facts.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { newFolder } from '../../support/make/machine.ts';
import { logFacts, makeLog, otherEntry } from '../../support/make/made-log.ts';
import { documentKeyOf, sealDocument } from '../../support/make/statement.ts';

const folder = newFolder();
const key = documentKeyOf('ours');
const document = sealDocument(soundFacts.revoked?.(), key);

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

const keys = await write(
  'keys.json',
  JSON.stringify({ keys: [{ ...key.jwk, kid: key.kid, usedFrom: '2026-01-01T00:00:00.000Z' }] }),
);
const evidence = await write('evidence.json', document);

const verify = (...words: readonly string[]) => runAdmin('evidence', 'verify', ...words);

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

test('a document with its key is valid: every check holds, and the state is shown', async () => {
  const { exitCode, stdout, stderr } = await verify(evidence, '--key', keys);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).not.toMatch(/^(?:FAILS|judge)/m);
  expect(stdout).toMatch(/^remark {2}log +No log proves this document/m);
  expect(stdout).toMatch(/^holds +contents +The proofs and the values of the person are those/m);
  expect(stdout).toContain('not in force from 2026-04-01 12:00:00 (revoked by email)');
  expect(lastLine(stdout)).toBe(`VALID. Signed with a key in ${keys}, and unchanged since.`);
});

test('the person of the consent is shown, and nothing that others wrote begins a line', async () => {
  const facts = soundFacts.plain?.();
  const userData = { email: 'ada@example.com', 'VALID. Signed': 'by me\nVALID' };
  const consent = [{ ...facts?.consent[0], userDataHash: hashCanonical(userData) }];
  const sealed = sealDocument({ ...facts, consent, contents: { ...facts?.contents, userData } }, key);
  const { stdout } = await verify(await write('told.json', sealed));

  expect(stdout).toMatch(/^notice {3}Privacy notice, version 1/m);
  expect(stdout).toContain(
    'The person, as the site said:\n  VALID. Signed  by me\\u{a}VALID\n  email          ada@example.com\n',
  );
  expect(stdout).not.toMatch(/^VALID/m);
});

test('without the key it is consistent, with exit code 3 and the thumbprint to compare', async () => {
  const { exitCode, stdout, stderr } = await verify(evidence);

  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^Thumbprint of the key that signed: (?:[0-9a-f]{4} ){15}[0-9a-f]{4}$/m);
  expect(lastLine(stdout)).toMatch(/^CONSISTENT: unchanged, signer unknown\./);
  expect(stderr).toBe(
    `consent-register: The document is consistent, but its signer is unknown. Use --key with a file that has the key ${key.kid}. The operator of the register writes it with \`npm run admin -- evidence keys --out keys.json\`. Take it from a source you trust, not from the sender of the document.\n`,
  );
});

test('a changed document is refused with exit code 6, and what fails is named', async () => {
  const changed = await write('changed.json', document.replace('ada@example.com', 'eve@example.com'));
  const { exitCode, stdout, stderr } = await verify(changed, '--key', keys);

  expect(exitCode).toBe(6);
  expect(stdout).toMatch(/^FAILS +contents +The leaves do not have the hash of the values of the person/m);
  expect(stdout).toMatch(/^holds +text +The text is the one that was agreed to/m);
  expect(stdout).not.toContain('not in force');
  expect(lastLine(stdout)).toBe('REFUSED. What fails: signature, contents.');
  expect(stderr).toBe('consent-register: The document is refused: signature, contents.\n');
});

test('a document that leaves a doubt is doubtful, with exit code 3, and is nowhere called valid', async () => {
  const file = await write('doubtful.json', sealDocument(doubtfulFacts['a text that is gone']?.[1](), key));
  const { exitCode, stdout, stderr } = await verify(file, '--key', keys);

  expect(exitCode).toBe(3);
  expect(`${stdout}${stderr}`).not.toContain('VALID');
  expect(lastLine(stdout)).toMatch(/^DOUBTFUL\. /);
  expect(stderr).toBe(
    'consent-register: The document is doubtful: text. Read the lines that say "judge" before you rely on it.\n',
  );
  const asJson = await verify(file, '--key', keys, '--json');
  expect(asJson.exitCode).toBe(3);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ verdict: 'doubtful', doubts: ['text'] });
  expect(stdout).toMatch(/^judge +text +The register no longer has the text that was agreed to/m);
  expect(lastLine(stdout)).toContain('One line is for you to judge: see above.');
});

test('a key without times of use is for the reader to judge, and is no doubt of the document', async () => {
  const timeless = await write('timeless.json', JSON.stringify(key.jwk));
  const { exitCode, stdout } = await verify(evidence, '--key', timeless);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^remark {2}key-times +.*, which does not say when it was in use/m);
  expect(lastLine(stdout)).toBe(`VALID. Signed with a key in ${timeless}, and unchanged since.`);
});

test('tells the state at another time, and JSON to scripts', async () => {
  const { exitCode, stdout } = await verify(evidence, '--key', keys, '--at', '2026-03-15', '--json');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'valid',
    signer: { kid: key.kid, source: keys },
    stateAt: { state: 'active' },
  });
  expect(JSON.parse(stdout)).not.toHaveProperty('statement');
  expect((await verify(evidence, '--key', keys, '--at', '2026-03-15')).stdout).toContain(
    'In force on 2026-03-15: given on 2026-03-10 10:00:00.\nNow: not in force: revoked on 2026-04-01 12:00:00 by email.\n',
  );
});

test('times are in one form in all lines, and in ISO 8601 for scripts', async () => {
  const iso = /\d{4}-\d\d-\d\dT/;
  const { stdout } = await verify(evidence, '--key', keys, '--at', '2026-03-15');
  const { stdout: json } = await verify(evidence, '--key', keys, '--json');

  expect(stdout).toMatch(
    /^holds +events +.*The document was issued after them, at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, with/m,
  );
  expect(stdout).toMatch(/The key was in use when the document was issued: from 2026-01-01 00:00:00\./);
  expect(stdout).not.toMatch(iso);
  expect(json).toMatch(iso);
});

test('takes a page with a document in it, and standard input', async () => {
  const page = await write('evidence.html', `<!doctype html>${putDocument(placeForDocument, document)}`);
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([Buffer.from(document)]) as typeof process.stdin);

  expect((await verify(page, '--key', keys)).exitCode).toBe(0);
  expect((await verify('-', '--key', keys)).exitCode).toBe(0);
  stdin.mockRestore();
});

test.each([
  [['nowhere.json'], 'nowhere.json cannot be read: it does not exist.'],
  [[folder], `${folder} cannot be read: it is a folder.`],
  [
    [evidence, '--key', evidence],
    `${evidence} is a signed document. Take the key file from another source: the key in a document proves nothing.`,
  ],
  [['-', '--key', '-'], 'Only one file can come from standard input. Save the others, and give their names.'],
])('says in one line what is wrong: %j', async (words, says) => {
  expect(await verify(...words)).toEqual({ exitCode: 2, stdout: '', stderr: `consent-register: ${says}\n` });
});

const facts = soundFacts.plain?.() as Facts;
const own = logFacts(facts);
const backdated = logFacts(facts, {
  logged: (leaf, happened) => (leaf.event === 'consent.recorded' ? Date.parse('2026-05-20T00:00:00Z') : happened),
});
const inApril = '2026-04-01T00:00:00.000Z';
const grown = makeLog([...own.entries, ...[1, 2, 3].map(otherEntry)]).note(own.entries.length + 3, inApril);
const dropped = { ...own.document, leaves: own.document.leaves.filter(({ event }) => event !== 'consent.recorded') };

test.each<[string, DocumentLog | undefined, string, string]>([
  ['a log that was removed', undefined, own.log.note(8), 'log-kept'],
  ['a leaf that was removed', dropped, grown, 'log-missing, log-kept'],
  ['a log of another name', logFacts(facts, { name: 'example.org/other' }).document, own.log.note(8), 'log-kept'],
  ['a consent that came in afterwards', backdated.document, backdated.log.note(4, inApril), 'log-late, log-kept'],
])('%s ends with exit code 3 for who kept a checkpoint, and never with VALID', async (_what, log, note, named) => {
  const sealed = JSON.parse(sealDocument(facts, key));
  const file = await write('logged.json', toCanonicalJson({ ...sealed, log }));
  const kept = await write('kept.txt', note);
  const { exitCode, stdout, stderr } = await verify(file, '--key', keys, '--checkpoint', kept);

  expect(exitCode).toBe(3);
  expect(lastLine(stdout)).toMatch(/^DOUBTFUL\. /);
  expect(stderr).toBe(
    `consent-register: The document is doubtful: ${named}. Read the lines that say "judge" before you rely on it.\n`,
  );
});

test('a document with a log says since when nobody can have changed the consent', async () => {
  const file = await write(
    'sealed.json',
    toCanonicalJson({ ...JSON.parse(document), log: logFacts(soundFacts.revoked?.() as Facts).document }),
  );
  const { stdout } = await verify(file, '--key', keys);

  expect(stdout).toMatch(/^The log of this document has had the consent since 2026-03-10 10:15:00\./m);
  expect(stdout).toMatch(/^The log of this document has had the revocation since 2026-04-01 12:15:00\./m);
});
