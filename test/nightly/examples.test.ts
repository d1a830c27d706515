import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encryptionKeyAlias } from '../../cli/local/kms.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { openEventSigner, toEventKeySet } from '../../shared/log/announcing.ts';
import { readPublicKey } from '../../shared/log/keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import type { DemoRegister } from '../docs/demo-register.ts';
import { useDemoRegister } from '../docs/demo-register.ts';
import { run } from '../e2e/command.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { repository } from '../e2e/service.ts';
import { adminData } from '../support/call/admin.ts';
import { startMailService } from '../support/faults/mail-service.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';
import { parsePage } from '../support/make/parsed-page.ts';
import { logTable } from '../support/make/table.ts';

/** The examples with the clients that they need, as their readers copy them. */
const copyExamples = (): string => {
  const folder = newFolder();
  cpSync(join(repository, 'docs/examples'), folder, { recursive: true });
  const phpClient = 'consent-register-client.php';
  cpSync(join(repository, 'client/php', phpClient), join(folder, 'php', phpClient));
  const client = join(folder, 'node/node_modules/@consent-register/client');
  mkdirSync(client, { recursive: true });
  cpSync(join(repository, 'client/typescript/package.json'), join(client, 'package.json'));
  const entryPoints = [join(repository, 'client/typescript/index.ts')];
  buildSync({ entryPoints, bundle: true, format: 'esm', outfile: join(client, 'dist/index.js') });
  return folder;
};

const pageUrl = 'https://shop.example/newsletter';

/** The button behind the link of a mail. */
const press = new URLSearchParams({ confirm: 'yes' });

/** What a developer sets for an example, with the demo data's project and notice. */
const exampleSettings = ({
  baseUrl,
  key,
}: Pick<DemoRegister, 'baseUrl' | 'key'>): Readonly<Record<string, string>> => ({
  REGISTER_URL: `${baseUrl}/`,
  REGISTER_KEY: key,
  REGISTER_PROJECT: 'demo-shop',
  REGISTER_PID: '2',
  REGISTER_NOTICE: join(newFolder(), 'notice'),
  PAGE_URL: pageUrl,
});

/** A program that serves. @property errors what it has written to standard error */
interface Site {
  readonly url: string;
  readonly errors: () => string;
}

/** Starts a program that serves at `$PORT`, until the test ends; `{PORT}` in an option is the same. */
const startSite = async (command: readonly string[], settings: NodeJS.ProcessEnv): Promise<Site> => {
  const port = String(await findFreePort());
  const [program = '', ...options] = command.map((word) => word.replace('{PORT}', port));
  const child = spawn(program, options, {
    env: personalEnvironment({ ...settings, PORT: port }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/newsletter`;
  for (let tries = 0; child.exitCode === null && tries < 300; tries += 1) {
    const isUp = await fetch(url, { redirect: 'manual' }).then(Boolean, () => false);
    if (isUp) return { url, errors: () => written };
    await sleep(50);
  }
  throw new Error(`${command.join(' ')} does not serve.`);
};

const mails = await startMailService();
const register = useDemoRegister();
const folder = copyExamples();
const inFolder = (example: string): string => join(folder, example);
const settings = () => exampleSettings(register());
const node = process.execPath;

/** Sends the form of a page with what a visitor types. */
const fill = (html: string, typed: Readonly<Record<string, string>>): URLSearchParams => {
  const hidden = [...parsePage(html).querySelectorAll<HTMLInputElement>('input[type=hidden]')];
  return new URLSearchParams({ ...Object.fromEntries(hidden.map(({ name, value }) => [name, value])), ...typed });
};

type Call = (body?: URLSearchParams) => Promise<Response>;

const callOver =
  (url: string): Call =>
  (body) =>
    fetch(url, body && { method: 'POST', body });

/** A form that Next.js serves: its handlers, called as it calls them. */
const openNextForm = async (): Promise<Call> => {
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value);
  const { GET, POST } = await import(pathToFileURL(inFolder('node/next-route.js')).href);
  return (body) => (body ? POST(new Request(pageUrl, { method: 'POST', body })) : GET());
};

/** Puts Express beside the examples, in the version that their package.json asks for. */
const installExpress = (): void => {
  const { dependencies } = JSON.parse(readFileSync(inFolder('node/package.json'), 'utf8'));
  const words = ['install', '--no-audit', '--no-fund', '--prefix', folder, `express@${dependencies.express}`];
  execFileSync('npm', words);
};

const forms = [
  ['php/form.php', ['php', '-S', '127.0.0.1:{PORT}', inFolder('php/form.php')], needsProgram('php')],
  ['node/express.js', [node, inFolder('node/express.js')], {}],
  ['node/next-route.js', undefined, {}],
] as const;

describe.each(forms)('%s', (example, command, needed) => {
  test('records a consent to the notice that it shows, once', needed, async () => {
    if (example === 'node/express.js') installExpress();
    const call = command ? callOver((await startSite(command, settings())).url) : await openNextForm();
    const email = `ada@${example.replaceAll(/\W/g, '-')}.example`;
    const html = await (await call()).text();
    const body = fill(html, { email, first_name: "O'Neil", agree: '1' });

    const statuses = [];
    for (const sent of [fill(html, { email }), fill(html, { email, agree: '1', notice: 'another' }), body, body])
      statuses.push((await call(sent)).status);

    expect(statuses).toEqual([422, 409, 200, 200]);
    const [consent, ...others] = await register().consentsOf(email);
    expect(others).toEqual([]);
    expect(html).toContain((await register().notice(2)).descriptionHtml.eng);
    expect(html).toContain(consent?.proof.html);
    expect(consent).toMatchObject({ channel: 'web.form', userData: { email, first_name: "O'Neil" }, lang: 'eng' });
    expect(consent?.proof).toMatchObject({ url: pageUrl, submitted: expect.stringContaining(email) });
  });
});

test('php/double-opt-in.php records after the button of the link, once', needsProgram('php'), async () => {
  const program = inFolder('php/double-opt-in.php');
  const { url } = await startSite(['php', '-S', '127.0.0.1:{PORT}', program], settings());
  const email = 'ada@double.example';
  const form = await (await fetch(url)).text();
  const sent = await callOver(url)(fill(form, { email, first_name: 'Ada', agree: '1' }));
  expect({ status: sent.status, text: await sent.text() }).toMatchObject({
    status: 200,
    text: expect.stringMatching(/We sent you/),
  });
  const link = `${register().baseUrl}${new URL(mails.links()[0] ?? '').pathname}`;
  expect((await fetch(link)).status).toBe(200);
  expect(await register().consentsOf(email)).toEqual([]);

  const pressed = [
    await fetch(link, { method: 'POST', body: press }),
    await fetch(link, { method: 'POST', body: press }),
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
  'wordpress/functions.php lets no page be cached, and records each visitor of one that was',
  needsProgram('php'),
  async () => {
    const words = [join(import.meta.dirname, 'wordpress-page.php'), inFolder('php/consent-register-client.php')];

    const { stdout, stderr } = await run('php', [...words, inFolder('wordpress/functions.php')], settings());

    expect({ stdout, stderr }).toEqual({ stdout: '{"isForbidden":true,"hasHeaders":true,"isSame":true}', stderr: '' });
    const found = ['ada', 'eve', 'joe'].map((name) => register().consentsOf(`${name}@cached.example`));
    expect((await Promise.all(found)).map(({ length }) => length)).toEqual([1, 1, 1]);
  },
);

test('php/filter-mailing.php leaves those who may be written to', needsProgram('php'), async () => {
  await addConsent('yes@mailing.example');
  const [list, allowed] = ['list.csv', 'allowed.csv'].map((name) => join(newFolder(), name));
  writeFileSync(list ?? '', 'name,email\nYes,yes@mailing.example\nNo,no@mailing.example\n');

  const outcome = await run('php', [inFolder('php/filter-mailing.php'), list ?? '', allowed ?? ''], settings());

  expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 allowed, 1 none') });
  expect(readFileSync(allowed ?? '', 'utf8')).toBe('name,email\nYes,yes@mailing.example\n');
});

test('node/unsubscribe.js prints links and headers by which each person, and nobody else, is unsubscribed', async () => {
  const [ada, eve] = ['ada@unsubscribe.example', 'eve@unsubscribe.example'];
  for (const email of [ada, eve]) await addConsent(email, { html: '<p>Yes</p>' });
  const nobody = Array.from({ length: 100 }, (_, i) => `nobody-${i}@unsubscribe.example`);

  const { stdout, exitCode } = await run(node, [inFolder('node/unsubscribe.js'), ...nobody, ada], settings());

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

test('node/events.js keeps what the register signed, and refuses the rest', async () => {
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
  const { url } = await startSite([node, inFolder('node/events.js')], { EVENTS_KEYS: keys, EVENTS_FOLDER: events });
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
    ['unsubscribe.js', { ...settings(), REGISTER_PID: '' }, /^Set the environment variable REGISTER_PID\.\n$/],
    ['unsubscribe.js', settings(), /^Name the addresses of the mailing\.\n$/],
    ['events.js', { ...events, EVENTS_KEYS: `${keys}.gone` }, /^EVENTS_KEYS names no file .*ENOENT.*\n$/],
    ['events.js', { ...events, PORT }, /^Port \d+ cannot be used: .*EADDRINUSE.*\n$/],
  ] as const) {
    expect(await run(node, [inFolder(`node/${program}`)], environment)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  }
});

test('curl/evidence.sh keeps a document that verifies', needsProgram('curl'), async () => {
  const [id, file] = [await addConsent('ada@evidence.example'), join(newFolder(), 'evidence.json')];

  expect(await run('sh', [inFolder('curl/evidence.sh'), id, file], settings())).toMatchObject({ exitCode: 0 });

  const { verdict, statement } = await verifyDocument(readFileSync(file), { now: new Date() });
  expect({ verdict, id: statement?.id }).toEqual({ verdict: 'consistent', id });
});

test('import/crm.json takes the table of a CRM', async () => {
  const words = ['--mapping', inFolder('import/crm.json'), '--source', 'CRM', '--account', 'Demo Shop', '--yes'];

  const counts = await adminData('consent', 'import', inFolder('import/crm.csv'), ...words);

  expect(counts).toMatchObject({ records: 3, imported: 3, rejected: 0 });
});
