import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { listEvidenceKey, readEvidenceKeys, toKeySet } from '../../../shared/identity/keys/evidence-keys.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { formatThumbprint, readPublishedKeys } from '../../../verifier/keys.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import { admin, adminData, ended, runAdmin } from '../../support/call/admin.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { prodLabel, startKeys, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { newFolder } from '../../support/make/machine.ts';
import { putItem, readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const aws = await useDeployedStage();
const kms = await startKeys();
const tenant = await newTenant();
const { consentId: id } = await addConsent(tenant);

const show = (...words: readonly string[]) => runAdmin('evidence', 'show', id, ...words, '--stage', 'prod');
const newFile = async (name: string): Promise<string> => join(newFolder(), name);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const verify = async (document: string) => {
  const read = await readPublishedKeys(JSON.stringify(toKeySet(await readEvidenceKeys(table))), 'keys.json');
  if ('fault' in read) throw new Error(read.fault.code);
  return verifyDocument(document, { keys: read.keys, now: new Date() });
};

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.endpoint);
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), EvidenceKey: kms.arn });
  kms.denied.clear();
  kms.states.clear();
  kms.states.set(kms.arn, 'Enabled');
});

const thisKey = async (): Promise<string> => (await openEvidenceSigner({ id: kms.arn, stage: 'prod' })).kid;

test('signs with no key that is not listed', async () => {
  expect(await show()).toEqual(
    ended(
      'refused',
      `The evidence key of ${prodLabel()} is not listed, so nobody could verify its signature. An operator lists it with \`evidence add-key\`.`,
      prodLabel(),
    ),
  );
});

describe('with a listed key', () => {
  beforeAll(async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.endpoint);
    await listEvidenceKey(table, await openEvidenceSigner({ id: kms.arn, stage: 'prod' }), new Date());
  });

  test('gives a program the document to the byte, and changes nothing', async () => {
    const before = await readAll();

    const { exitCode, stdout, stderr } = await show();

    const verification = await verify(stdout);
    expect({ exitCode, stderr, verdict: verification.verdict }).toEqual({
      exitCode: 0,
      stderr: `On ${prodLabel()}\n`,
      verdict: 'valid',
    });
    expect(verification.statement).toMatchObject({ id, account: { id: tenant.accountId } });
    expect((await show('--json')).stdout).toMatch(
      /^\{"protected":"[\w-]+","signature":"[\w-]{86}","statement":\{.+\}$/,
    );
    expect(await readAll()).toEqual(before);
  });

  test('signs no consent that is dated ahead of the clock', async () => {
    const key = keyOf.consent(tenant.accountId, id);
    const item = { ...key, ...(await getItem(table, key)) };
    await putItem(table, { ...item, time: '2099-06-01T10:00:00.000Z' });
    const answers = [await show(), await admin('evidence', 'show', id)];
    await putItem(table, item);

    for (const { exitCode, stdout, stderr } of answers) {
      expect([exitCode, stdout]).toEqual([exitCodes.finding, '']);
      expect(stderr).toContain('dates consent.recorded of this consent 2099-06-01T10:00:00.000Z, which is later than');
    }
  });

  test('writes the document to a new file that nobody else may read', async () => {
    const file = await newFile('Evidence.JSON');

    const { exitCode, stdout, stderr } = await show('--out', file, '--at', '2020-01-01');

    const document = await readFile(file, 'utf8');
    const { verdict, statement } = await verify(document);
    expect({ exitCode, stderr, verdict }).toEqual({ exitCode: 0, stderr: `On ${prodLabel()}\n`, verdict: 'valid' });
    expect(statement?.state).toMatchObject({ state: null, from: '2020-01-01T00:00:00.000Z' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(stdout).toMatch(/^Not yet given on 2020-01-01/);
    for (const told of [file, sha256(document), formatThumbprint(await thisKey()), id, 'ada@example.com']) {
      expect(stdout).toContain(told);
    }
  });

  test('tells scripts what was written', async () => {
    const file = await newFile('evidence.json');

    const { stdout } = await show('--out', file, '--account', tenant.accountId, '--json');

    const document = await readFile(file, 'utf8');
    const kid = await thisKey();
    expect(JSON.parse(stdout)).toEqual({
      file,
      id,
      issuedAt: JSON.parse(document).statement.issuedAt,
      kid,
      thumbprint: formatThumbprint(kid),
      sha256: sha256(document),
    });
  });

  test('writes a page that has the same document', async () => {
    const file = await newFile('evidence.html');

    const { exitCode, stdout } = await show('--out', file);

    const page = await readFile(file, 'utf8');
    const { verdict, statement } = await verify(page);
    expect({ exitCode, verdict, id: statement?.id }).toEqual({ exitCode: 0, verdict: 'valid', id });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(file);
    expect(stdout).toContain(sha256(page));
  });

  test('leaves a file that is there as it is', async () => {
    const file = await newFile('evidence.json');
    await writeFile(file, 'old');

    expect(await show('--out', file)).toEqual(
      ended('usage', `${file} already exists. Name another file.`, prodLabel()),
    );
    expect(await readFile(file, 'utf8')).toBe('old');
  });

  test.each(['evidence', 'evidence.pdf', '.json', ''])('refuses a file called %j before it signs', async (name) => {
    kms.calls.length = 0;

    expect(await show('--out', name)).toEqual(
      ended(
        'usage',
        'The file in --out must end in .json for the document, or in .html for a page that shows it.',
        prodLabel(),
      ),
    );
    expect(kms.calls).toEqual([]);
  });

  test('a person at a terminal gets a summary', async () => {
    const { isTTY } = process.stdout;
    process.stdout.isTTY = true;
    try {
      const { stdout, stderr } = await show();

      expect(stdout).toMatch(/^In force since [\s\S]+ ada@example\.com\n\nsigned +\S+ \S+ UTC\nkey +[0-9a-f]{4} /);
      expect(stdout).not.toContain('"protected"');
      expect(stderr).toBe(
        `On ${prodLabel()}\nNothing was written. --out evidence.json writes the document; --out evidence.html writes a page that shows it.\n`,
      );
    } finally {
      process.stdout.isTTY = isTTY;
    }
  });

  test.each([
    ['Disabled', 'disabled'],
    ['PendingDeletion', 'pending deletion'],
    [undefined, 'gone'],
  ])('a key that is %s signs nothing, and a line says what to do, as doctor does', async (state, says) => {
    kms.states.clear();
    if (state !== undefined) kms.states.set(kms.arn, state);
    const file = await newFile('evidence.json');

    expect(await show('--out', file)).toMatchObject({
      exitCode: exitCodes.unreachable,
      stderr: expect.stringContaining(`The evidence key ${kms.arn} is ${says}, so nothing can be signed. `),
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test.each(['GetPublicKey', 'Sign'])(
    'without the right to %s the message names the rights to ask for',
    async (action) => {
      kms.denied.add(action);

      expect(await show()).toEqual(
        ended(
          'unreachable',
          'Your credentials may not use the evidence key (kms:GetPublicKey, kms:Sign). The policy look allows it (docs/commands.md).',
          prodLabel(),
        ),
      );
    },
  );
});

test('a stage that was deployed before there were evidence keys is deployed again', async () => {
  const { EvidenceKey: _, ...outputs } = aws.stacks.get('ConsentRegister-prod') ?? {};
  aws.stacks.set('ConsentRegister-prod', outputs);

  expect(await show()).toEqual(
    ended(
      'unreachable',
      `${prodLabel()} has no evidence key yet. Deploy the stage again to create it (docs/operate.md, Update).`,
      prodLabel(),
    ),
  );
});

test('a table alone has no key', async () => {
  const { exitCode, stderr } = await admin('evidence', 'show', id);

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain('A table alone does not say which evidence key is in use. Use --stage or --local.\n');
});

test('an unknown consent gets the message of `consent show`', async () => {
  const unknown = '0'.repeat(32);

  for (const words of [[unknown], ['x'], [unknown, '--account', tenant.accountId]]) {
    expect(await runAdmin('evidence', 'show', ...words, '--stage', 'prod')).toEqual(
      await runAdmin('consent', 'show', ...words, '--stage', 'prod'),
    );
  }
});

test('writes the page that verifies, without a register, and says its SHA-256', async () => {
  const file = join(newFolder(), 'verify.html');

  const told = await adminData('evidence', 'page', '--out', file);
  const page = await readFile(file);

  expect(page.toString()).toMatch(/^<!doctype html>/);
  expect(told).toEqual({ file, bytes: page.length, sha256: createHash('sha256').update(page).digest('hex') });
  expect(await admin('evidence', 'page', '--out', file)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('already exists. Name another file.'),
  });
});
