import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactSign } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEventTarget } from '../../cli/local/event-target.ts';
import { encryptionKeyAlias } from '../../cli/local/kept-key.ts';
import type { BusEvent } from '../../cli/local/stand-in.ts';
import { openEventBridge, startStandIn } from '../../cli/local/stand-in.ts';
import { openEventBus, putEvents } from '../../shared/log/events/event-bus.ts';
import type { RegisterEvent, SentEvent } from '../../shared/log/events/event-schema.ts';
import { openEventSigner, toEventKeySet } from '../../shared/log/events/event-signing.ts';
import { openSigningKey, readPublicKey } from '../../shared/log/signing-keys.ts';
import { run } from '../e2e/command.ts';
import { hasProgram, needs } from '../support/needs.ts';
import { logTable } from '../support/table.ts';
import type { Site } from './recipes/program.ts';
import { makeState, node, recipeEnvironment, recipes, startSite } from './recipes/program.ts';

vi.setConfig({ testTimeout: 60_000 });

const sodium = ['-r', 'exit(function_exists("sodium_crypto_sign_verify_detached") ? 0 : 1);'];

/** Each with how it is started, and what it needs. */
const programs = [
  ['php/events.php', ['php', '-S', '127.0.0.1:{PORT}'], needs('php with sodium', hasProgram('php', sodium))],
  [
    'python/events.py',
    ['python3'],
    needs('python3 with cryptography', hasProgram('python3', ['-c', 'import cryptography'])),
  ],
  ['node/events.js', [node], {}],
] as const;

const { state, remove } = makeState();
afterAll(remove);
const keyFile = join(state, 'keys.json');

const idOf = (digit: string): string => digit.repeat(32);

const eventOf = (digit: string): RegisterEvent => ({
  id: idOf(digit),
  type: 'consent.revoked',
  time: '2026-11-23T10:00:00.000Z',
  stage: 'test',
  accountId: idOf('a'),
  consentId: idOf('c'),
  consentTime: '2026-11-22T10:00:00.000Z',
  lang: 'eng',
  channel: 'web',
  projectUid: 'demo-shop/ä',
  consentInformationPid: 2,
  consentInformationVersionId: idOf('d'),
});

const wrapping = { encryptionKey: encryptionKeyAlias, stage: 'test' };

let sign: (event: RegisterEvent) => Promise<SentEvent>;

beforeAll(async () => {
  sign = await openEventSigner(logTable, wrapping);
  const publicKey = (await readPublicKey(logTable, 'events')) ?? new Uint8Array();
  writeFileSync(keyFile, JSON.stringify(await toEventKeySet(publicKey)));
});

const inBase64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a forger makes of a signed event. */
const forgeries: readonly (readonly [what: string, forge: (jws: string) => Promise<unknown>])[] = [
  ['another payload under the signature', async (jws) => jws.replace(/\.[^.]+\./, `.${inBase64url(eventOf('f'))}.`)],
  ['no signature', async (jws) => jws.replace(/[^.]+$/, '')],
  ['another signature', async (jws) => jws.replace(/[^.]+$/, Buffer.alloc(64).toString('base64url'))],
  ['a signature that is too short', async (jws) => jws.replace(/[^.]+$/, 'AAAA')],
  [
    'no algorithm',
    async (jws) => `${inBase64url({ alg: 'none', typ: 'consent-register-event+jws' })}.${jws.split('.')[1]}.`,
  ],
  ['an unsigned event', async () => undefined],
  ['a number for a JWS', async () => 7],
  ['no JSON', async () => '!.!.!'],
  ['a header that is a number', async (jws) => jws.replace(/^[^.]+/, inBase64url(7))],
];

const header = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString());

describe.each(programs)('%s', (recipe, [program, ...options], needed) => {
  const folder = join(state, recipe.replaceAll('/', '-'));
  const settings = { ...recipeEnvironment('http://127.0.0.1:1', state), EVENTS_KEYS: keyFile, EVENTS_FOLDER: folder };
  let site: Site;

  beforeAll(async () => {
    if ('skip' in needed) return;
    site = await startSite([program, ...options, join(recipes, recipe)], '/', settings);
    return site.stop;
  });

  const post = async (detail: unknown): Promise<number> => {
    const body = JSON.stringify({ version: '0', 'detail-type': 'consent.revoked', source: 'consent-register', detail });
    return (await fetch(site.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  };
  const kept = () => readdirSync(folder).sort();

  test('keeps what the register signed, once however often it comes', needed, async () => {
    const [first, second] = await Promise.all([sign(eventOf('1')), sign(eventOf('2'))]);

    const statuses = await Promise.all([first, first, second, first].map(post));
    expect(await post(first)).toBe(204);

    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(kept()).toEqual([`${idOf('1')}.json`, `${idOf('2')}.json`]);
    expect(JSON.parse(readFileSync(join(folder, `${idOf('1')}.json`), 'utf8'))).toEqual(eventOf('1'));
    expect(statSync(join(folder, `${idOf('1')}.json`)).mode & 0o777).toBe(0o600);
    expect(site.log().match(/consent\.revoked 1{32}/g)).toHaveLength(1);
  });

  test('believes the payload, and nothing beside the signature', needed, async () => {
    expect(await post({ ...(await sign(eventOf('3'))), type: 'consent.recorded', consentId: idOf('e') })).toBe(204);

    expect(JSON.parse(readFileSync(join(folder, `${idOf('3')}.json`), 'utf8'))).toEqual(eventOf('3'));
  });

  test.each(forgeries)('refuses %s', needed, async (_, forge) => {
    const { jws, ...event } = await sign(eventOf('4'));
    const before = kept();

    expect(await post({ ...event, jws: await forge(jws) })).toBe(400);

    expect(kept()).toEqual(before);
  });

  test(
    'refuses what others sign, under their names or ours, and what the register signs as something else',
    needed,
    async () => {
      const { jws } = await sign(eventOf('5'));
      const theirs = generateKeyPairSync('ed25519').privateKey;
      const ours = (await openSigningKey(logTable, 'events', wrapping)).privateKey;
      const signBy = (key: KeyObject, changed: object) =>
        new CompactSign(Buffer.from(JSON.stringify(eventOf('5'))))
          .setProtectedHeader({ ...header(jws), ...changed })
          .sign(key);
      const before = kept();

      for (const forged of [
        await signBy(theirs, {}),
        await signBy(theirs, { kid: 'theirs' }),
        await signBy(ours, { typ: 'JWT' }),
        await signBy(ours, { kid: 'theirs' }),
      ])
        expect(await post({ jws: forged })).toBe(400);

      expect(kept()).toEqual(before);
    },
  );

  test('refuses what is no event, or too long', needed, async () => {
    for (const body of ['', '[]', '7', '{"detail":7}', '{', `{"detail":"${'x'.repeat(300_000)}"}`]) {
      const answer = await fetch(site.url, { method: 'POST', body }).catch(() => ({ status: 400 }));
      expect(answer.status, body.slice(0, 20)).toBe(400);
    }
    expect((await fetch(site.url, { method: 'POST', body: '['.repeat(200_000) })).status).toBe(400);
    expect((await fetch(site.url)).status).toBe(405);
  });

  test('takes what the bus of a local service posts', needed, async () => {
    const target = openEventTarget({ to: site.url, since: new Date('2999-01-01') });
    const events: BusEvent[] = [];
    const { endpoint, stop } = await startStandIn([
      openEventBridge((event) => {
        events.push(event);
        target.deliver(event);
      }),
    ]);
    process.env.AWS_ENDPOINT_URL_EVENTBRIDGE = endpoint;

    await putEvents(openEventBus('bus'), [await sign(eventOf('6')), await sign(eventOf('6'))]);
    await target.settled();
    stop();

    expect(events).toHaveLength(2);
    expect(kept()).toContain(`${idOf('6')}.json`);
  });

  test('says which setting is missing', needed, async () => {
    if (recipe === 'php/events.php') {
      const other = await startSite([program, ...options, join(recipes, recipe)], '/', {
        ...settings,
        EVENTS_KEYS: '',
      });
      const status = (
        await fetch(other.url, { method: 'POST', body: JSON.stringify({ detail: await sign(eventOf('7')) }) })
      ).status;
      await other.stop();
      expect([status, other.log()]).toEqual([
        500,
        expect.stringContaining('Set the environment variable EVENTS_KEYS.'),
      ]);
      return;
    }
    expect(await run(program, [join(recipes, recipe)], { ...settings, EVENTS_KEYS: '' })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'Set the environment variable EVENTS_KEYS.\n',
    });
  });
});
