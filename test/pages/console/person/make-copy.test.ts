import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../client/typescript/index.ts';
import { createClient } from '../../../../client/typescript/index.ts';
import type { CopyRequest } from '../../../../pages/console/person/make-copy.ts';
import { makeCopy } from '../../../../pages/console/person/make-copy.ts';
import { adminData } from '../../../support/call/admin.ts';
import type { Parameters } from '../../../support/call/event.ts';
import { serveFunctions } from '../../../support/call/gateway.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../../../support/make/builders.ts';
import { newFolder } from '../../../support/make/machine.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { password } from '../../../support/make/password.ts';
import { table } from '../../../support/make/table.ts';

const email = 'Ada@Example.com';

let baseUrl: string;
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await serveFunctions()}`;
});

const clientOf = async (tenant: Tenant): Promise<Client> => {
  const client = createClient({ baseUrl });
  await client.login({ email: tenant.email, password });
  return client;
};

const add = async (tenant: Tenant, overrides: Parameters = {}): Promise<string> =>
  (await addConsent(tenant, { userData: { email }, ...overrides })).consentId;

const wanted: CopyRequest = { values: [{ key: 'email', value: email }], lang: 'deu', letter: '', areOne: false };

const watching = (signal = new AbortController().signal) => ({ signal, onProgress: () => {} });

const make = (client: Client, request: Partial<CopyRequest> = {}) =>
  makeCopy(client, { ...wanted, ...request }, watching());

/** The files of a folder, by their names. */
const readAll = async (folder: string): Promise<Map<string, string>> => {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.\w+$/.test(name)).sort();
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
};

/** Without the time at which the copy was made, which the page also has in words. */
const withoutTime = (files: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    [...files].map(([name, text]) => [
      name,
      text.replace(/"madeAt": "\d[^"]+"/, '').replace(/ am \d+\. \S+ \d{4} um [\d:]+ über Sie/, ''),
    ]),
  );

test('the files are those of the command, byte for byte but for the time, and the ZIP has them', async () => {
  const tenant = await newTenant();
  const club = { label: 'Your club', value: 'C-1' };
  const first = await add(tenant, {
    lang: 'ita',
    userData: { tax_code: 'T1', email, club },
    proof: { url: 'https://shop.example', html: `<p>${'word '.repeat(6_000)}</p>`, a: 'first' },
  });
  await invoke('revokeConsent', { id: first, proof: { z: '1', note: 'By letter' }, channel: 'email' }, tenant);
  const terms = { retentionDays: 30, controller: { email: 'a@b.example', name: 'Shop' }, purposes: [{ name: 'News' }] };
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ ...terms, recipients: [] }), new Date());
  await add(tenant, { lang: 'rus', userData: { email: email.toLowerCase() } });
  const letter = 'Dear Ada,\n\nthis is all.';
  const folder = join(newFolder(), 'out');
  const file = join(newFolder(), 'letter.txt');
  await writeFile(file, letter);
  const words = ['--out', folder, '--lang', 'deu', '--letter', file, '--account', tenant.accountId];
  await adminData('person', 'export', `email=${email}`, ...words);

  const made = await make(await clientOf(tenant), { letter });

  if (made.is !== 'made') throw new Error(made.is);
  const { files, bytes, name, count, sha256 } = made.copy;
  const written = await readAll(folder);
  expect([...written.keys()]).toEqual(['data.json', 'index.html', `proofs/${first}.html`]);
  const inOrder = new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
  expect(withoutTime(inOrder)).toEqual(withoutTime(written));
  const unzipped = Object.entries(unzipSync(bytes)).map(([path, content]) => [path, new TextDecoder().decode(content)]);
  expect(new Map(unzipped as [string, string][])).toEqual(new Map(files));
  expect(count).toBe(2);
  expect(name).toMatch(/^copy-of-data-\d{8}T\d{6}Z\.zip$/);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(files.get('data.json')));
  expect(sha256).toBe(Buffer.from(hash).toString('hex'));
});

test('values of several people make no copy until somebody says that they are one person', async () => {
  const tenant = await newTenant();
  const phone = '+39 055 1';
  await add(tenant, { userData: { email, phone } });
  await add(tenant, { userData: { email: 'bruno@example.com', phone } });
  const client = await clientOf(tenant);
  const values = [{ key: 'phone', value: phone }];

  expect(await make(client, { values })).toEqual({ is: 'several', differing: ['email'] });
  expect(await make(client, { values, areOne: true })).toMatchObject({ is: 'made', copy: { count: 2 } });
});

test('spellings that differ by more than upper and lower case make no copy until somebody says so', async () => {
  const tenant = await newTenant();
  await add(tenant);
  await add(tenant, { userData: { email: email.toLowerCase() } });
  const client = await clientOf(tenant);
  expect(await make(client)).toMatchObject({ is: 'made', copy: { count: 2 } });
  await add(tenant, { userData: { email: `${email}\u200e` } });

  expect(await make(client)).toEqual({ is: 'several', differing: ['email'] });
  expect(await make(client, { areOne: true })).toMatchObject({ is: 'made', copy: { count: 3 } });
});

test('consents that share another value are counted, as they may be of the same person', async () => {
  const tenant = await newTenant();
  const [phone, first_name] = ['+39 055 2', 'Ada'];
  await add(tenant, { userData: { email, phone, first_name } });
  await add(tenant, { userData: { phone } });
  await add(tenant, { userData: { first_name } });

  expect(await make(await clientOf(tenant))).toMatchObject({
    is: 'made',
    copy: { count: 1, further: [{ key: 'phone', value: phone, consents: 1, isLeast: false }] },
  });
});

test('if one consent cannot be read, or is not as it was signed, nothing is made, and its id is told', async () => {
  const tenant = await newTenant();
  const ids = [await add(tenant), await add(tenant), await add(tenant)];
  const client = await clientOf(tenant);
  const fault = new Error('The service is down.');
  const failing = (broken: (id: string, file: Uint8Array) => Uint8Array): Client => ({
    ...client,
    getEvidenceFile: async (request, options) => broken(request.id, await client.getEvidenceFile(request, options)),
  });
  const isSecond = (id: string): boolean => id === ids[1];
  const down = failing((id, file) => {
    if (isSecond(id)) throw fault;
    return file;
  });
  const altered = failing((id, file) => (isSecond(id) ? file.slice(0, -1) : file));

  expect(await make(down)).toEqual({ is: 'incomplete', failed: new Map([[ids[1], fault]]), read: 2, all: 3 });
  const refused = expect.objectContaining({ name: 'AlteredDocument' });
  expect(await make(altered)).toMatchObject({ is: 'incomplete', failed: new Map([[ids[1], refused]]), read: 2 });
});

test('a copy that is stopped ends with its reason, and no more calls are made', async () => {
  const tenant = await newTenant();
  await add(tenant);
  await add(tenant);
  const client = await clientOf(tenant);
  const giveUp = new AbortController();
  const asked: string[] = [];
  const counting: Client = {
    ...client,
    getEvidenceFile: async ({ id }) => {
      asked.push(id);
      giveUp.abort(new Error('Stopped.'));
      throw new Error('Aborted.');
    },
  };

  await expect(makeCopy(counting, wanted, watching(giveUp.signal))).rejects.toThrow('Stopped.');
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('a person whose consents are gone has no copy', async () => {
  const tenant = await newTenant();

  expect(await make(await clientOf(tenant))).toEqual({ is: 'nothing' });
});
