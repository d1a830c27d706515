import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encryptionKeyAlias } from '../../cli/local/kms.ts';
import { openEventSigner, toEventKeySet } from '../../shared/log/announcing.ts';
import { readPublicKey } from '../../shared/log/keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { run } from '../e2e/command.ts';
import { repository } from '../e2e/service.ts';
import { adminData } from '../support/call/admin.ts';
import { startMailService } from '../support/faults/mail-service.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';
import { logTable } from '../support/make/table.ts';
import { useDemoRegister } from './demo-register.ts';
import type { Call } from './example-site.ts';
import { browse, copyExamples, exampleSettings, fill, pageUrl, startSite, subscribeOnce } from './example-site.ts';

const register = useDemoRegister();
const folder = copyExamples();
const inFolder = (example: string): string => join(folder, example);
const settings = () => exampleSettings(register());
const node = process.execPath;
const files = readdirSync(join(repository, 'docs/examples')).filter(
  (name) => /^[^.]+\./.test(name) && name !== 'consent-register-client.php',
);

test('there are twelve programs, each of at most 150 lines, and the table that one imports', () => {
  expect(files.filter((file) => extname(file) !== '.csv')).toHaveLength(12);
  for (const file of files)
    expect(readFileSync(join(repository, 'docs/examples', file), 'utf8').split('\n').length, file).toBeLessThanOrEqual(
      151,
    );
});

const compilers = [
  ['mjs', 'for file; do node --check "$file" || exit; done', {}],
  ['php', 'for file; do php -l "$file" || exit; done', needsProgram('php')],
  [
    'py',
    `python3 -c 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)' "$@"`,
    needsProgram('python3'),
  ],
  ['sh', 'for file; do sh -n "$file" || exit; done', {}],
] as const;

for (const [extension, script, needed] of compilers) {
  test(`${extension} compiles`, needed, async () => {
    const ofKind = files.filter((file) => extname(file) === `.${extension}`).map(inFolder);

    expect(ofKind.length).toBeGreaterThan(0);
    expect(await run('sh', ['-c', script, 'sh', ...ofKind])).toMatchObject({ exitCode: 0, stderr: '' });
  });
}

/** A form that Next.js serves: its handlers, called as it calls them. */
const openNextForm = async (): Promise<Call> => {
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value);
  const { GET, POST } = await import(pathToFileURL(inFolder('next-route.mjs')).href);
  return (body) => (body ? POST(new Request(pageUrl, { method: 'POST', body })) : GET());
};

const forms = [
  ['form.php', ['php', '-S', '127.0.0.1:{PORT}', inFolder('form.php')], needsProgram('php')],
  ['express.mjs', [node, inFolder('express.mjs')], {}],
  ['next-route.mjs', undefined, {}],
] as const;

describe.each(forms)('%s', (example, command, needed) => {
  test('records a consent to the notice that it shows, once', needed, async () => {
    const call = command ? browse(await startSite(command, settings())) : await openNextForm();

    await subscribeOnce(call, `ada@${example.replaceAll(/\W/g, '-')}.example`, register());
  });
});

test('double-opt-in.php records after the button of the link, once', needsProgram('php'), async () => {
  const mails = await startMailService();
  const program = inFolder('double-opt-in.php');
  const url = await startSite(['php', '-S', '127.0.0.1:{PORT}', program], settings());
  const email = 'ada@double.example';
  const form = await (await fetch(url)).text();
  const sent = await browse(url)(fill(form, { email, first_name: 'Ada', agree: '1' }));
  expect({ status: sent.status, text: await sent.text() }).toMatchObject({
    status: 200,
    text: expect.stringMatching(/We sent you/),
  });
  const again = await browse(url)(fill(form, { email, first_name: 'Ada', agree: '1' }));
  expect(await again.text()).toContain('You may have an email from us already');
  const { pathname } = new URL(mails.links()[0] ?? '');
  const link = `${register().baseUrl}${pathname}`;
  expect((await fetch(link)).status).toBe(200);
  expect(await register().consentsOf(email)).toEqual([]);

  const pressed = [
    await fetch(link, { method: 'POST', body: new URLSearchParams({ confirm: 'yes' }) }),
    await fetch(link, { method: 'POST', body: new URLSearchParams({ confirm: 'yes' }) }),
  ];

  expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
  expect(await register().consentsOf(email)).toEqual([
    expect.objectContaining({ channel: 'web.form', userData: { email, first_name: 'Ada' } }),
  ]);
});

const addConsent = async (email: string, proof: object = { url: pageUrl }): Promise<string> => {
  const consent = { projectUid: 'demo-shop', consentInformationPid: 2, proof, userData: { email } };
  return (await register().call('/consent-register/add', consent)).body.consentId;
};

test(
  'wordpress.php forbids caching of a page with its form, and records each visitor of one that was cached',
  needsProgram('php'),
  async () => {
    const words = [join(import.meta.dirname, 'wordpress-page.php'), inFolder('consent-register-client.php')];

    const { stdout, stderr } = await run('php', [...words, inFolder('wordpress.php')], settings());

    expect({ stdout, stderr }).toEqual({
      stdout: '{"isForbidden":true,"hasHeaders":true,"statuses":[422,409,200,200,200,200]}',
      stderr: '',
    });
    const found = ['ada', 'eve', 'joe'].map((name) => register().consentsOf(`${name}@cached.example`));
    expect((await Promise.all(found)).map(({ length }) => length)).toEqual([1, 1, 1]);
  },
);

test('filter-mailing.php leaves those who may be written to', needsProgram('php'), async () => {
  await addConsent('yes@mailing.example');
  const [list, allowed] = ['list.csv', 'allowed.csv'].map((name) => join(newFolder(), name));
  writeFileSync(list ?? '', 'name,email\nYes,yes@mailing.example\nNo,no@mailing.example\n');

  const outcome = await run('php', [inFolder('filter-mailing.php'), list ?? '', allowed ?? ''], settings());

  expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 allowed, 1 none') });
  expect(readFileSync(allowed ?? '', 'utf8')).toBe('name,email\nYes,yes@mailing.example\n');
});

test('unsubscribe.mjs prints links and headers by which each person, and nobody else, is unsubscribed', async () => {
  const [ada, eve] = ['ada@unsubscribe.example', 'eve@unsubscribe.example'];
  for (const email of [ada, eve]) await addConsent(email, { html: '<p>Yes</p>' });
  const nobody = Array.from({ length: 100 }, (_, i) => `nobody-${i}@unsubscribe.example`);

  const { stdout, exitCode } = await run(node, [inFolder('unsubscribe.mjs'), ...nobody, ada], settings());

  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(exitCode).toBe(0);
  expect(printed.map(({ to }) => to)).toEqual([...nobody, ada]);
  const [, oneClick = ''] = /^<(.+)>$/.exec(printed.at(-1).headers['List-Unsubscribe']) ?? [];
  const { pathname } = new URL(oneClick);
  const [name = '', value = ''] = printed.at(-1).headers['List-Unsubscribe-Post'].split('=');
  const answer = await fetch(`${register().baseUrl}${pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ [name]: value }),
  });
  expect(answer.status).toBe(200);
  expect((await register().consentsOf(ada)).map(({ revoked }) => revoked)).toEqual([true]);
  expect((await register().consentsOf(eve)).map(({ revoked }) => revoked)).toEqual([false]);
});

test('events.mjs stores what the register signed, and refuses the rest', async () => {
  const sign = await openEventSigner(logTable, { encryptionKey: encryptionKeyAlias, stage: 'test' });
  const [keys, events] = [join(newFolder(), 'keys.json'), newFolder()];
  writeFileSync(
    keys,
    JSON.stringify(await toEventKeySet((await readPublicKey(logTable, 'events')) ?? new Uint8Array())),
  );
  const id = '1'.repeat(32);
  const { jws } = await sign({
    ...{ id, type: 'consent.revoked', time: '2026-11-23T10:00:00.000Z', stage: 'test', accountId: id, consentId: id },
    ...{ consentTime: '2026-11-22T10:00:00.000Z', lang: 'eng', channel: 'web', projectUid: 'demo-shop' },
    ...{ consentInformationPid: 2, consentInformationVersionId: id },
  });
  const url = await startSite([node, inFolder('events.mjs')], { EVENTS_KEYS: keys, EVENTS_FOLDER: events });
  const post = async (detail: object) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify({ detail }) })).status;

  const statuses = [await post({ jws }), await post({ jws }), await post({ jws: jws.replace(/[^.]+$/, 'AAAA') })];

  expect(statuses).toEqual([204, 204, 400]);
  expect(readdirSync(events)).toEqual([`${id}.json`]);
});

test('programs of Node.js say in one sentence what they lack, and which port is taken', async () => {
  const server = createServer().listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const PORT = String((server.address() as AddressInfo).port);
  const keys = join(newFolder(), 'keys.json');
  writeFileSync(keys, '{"keys": []}');
  const events = { EVENTS_KEYS: keys, EVENTS_FOLDER: newFolder() };

  for (const [program, environment, sentence] of [
    ['unsubscribe.mjs', { ...settings(), REGISTER_PID: '' }, /^Set the environment variable REGISTER_PID\.\n$/],
    ['unsubscribe.mjs', settings(), /^Name the addresses of the mailing\.\n$/],
    ['express.mjs', { ...settings(), REGISTER_KEY: '' }, /^Set the environment variable REGISTER_KEY\.\n$/],
    ['express.mjs', { ...settings(), PORT }, /^The form cannot be served on port \d+: .*EADDRINUSE.*\n$/],
    ['events.mjs', { ...events, EVENTS_KEYS: `${keys}.gone` }, /^EVENTS_KEYS names no file .*ENOENT.*\n$/],
    ['events.mjs', { ...events, PORT }, /^Port \d+ cannot be used: .*EADDRINUSE.*\n$/],
  ] as const) {
    expect(await run(node, [inFolder(program)], environment)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  }
});

test('evidence.sh saves a document that verifies', needsProgram('curl'), async () => {
  const [id, file] = [await addConsent('ada@evidence.example'), join(newFolder(), 'evidence.json')];

  expect(await run('sh', [inFolder('evidence.sh'), id, file], settings())).toMatchObject({ exitCode: 0 });

  const { verdict, statement } = await verifyDocument(readFileSync(file), { now: new Date() });
  expect({ verdict, id: statement?.id }).toEqual({ verdict: 'consistent', id });
});

test('crm.json imports the table of a CRM', async () => {
  const words = ['--mapping', inFolder('crm.json'), '--source', 'CRM', '--account', 'Demo Shop', '--yes'];

  const counts = await adminData('consent', 'import', inFolder('crm.csv'), ...words);

  expect(counts).toMatchObject({ records: 3, imported: 3, rejected: 0 });
});

test.each([
  'http://register.example',
  'http://127.0.0.1.register.example',
  'http://localhost:3000@register.example',
  'ftp://localhost',
])('evidence.sh sends no key to %s', async (url) => {
  const environment = { REGISTER_URL: url, REGISTER_KEY: 'x' };

  expect(await run('sh', [inFolder('evidence.sh'), 'a', join(newFolder(), 'b')], environment)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^REGISTER_URL must b/),
  });
});
