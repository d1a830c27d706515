import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../../shared/contract.ts';
import type { Called, Sender } from '../../support/caller.ts';
import type { Parameters } from '../../support/encode.ts';
import { noise } from '../../support/noise.ts';
import type { Register } from './register.ts';
import { must } from './register.ts';

/** What is known of the recorded data beside its tables: made up, like all that is in them. */
export interface Known {
  readonly account: string;
  readonly email: string;
  readonly reader: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** A request that was answered, and its key. */
  readonly repeated: { readonly key: string; readonly request: Parameters; readonly answer: string };
  /** Ids of consents by what is special about them. */
  readonly consents: Readonly<Record<string, string>>;
  /** When all was recorded. */
  readonly until: string;
}

const account = 'Café Example';
const email = 'ada@cafe.example';
const reader = 'grace@cafe.example';
const password = 'the kettle sings at a quarter past four';
const project = 'website';

const files: Readonly<Record<string, string>> = {
  'first/newsletter/notice.json': JSON.stringify({
    name: 'newsletter',
    validityDays: 730,
    title: { eng: 'Newsletter', deu: 'Newsletter' },
    controller: { name: account, email: 'privacy@cafe.example' },
    purposes: [{ name: 'News of the café', type: 'DirectMarketing' }],
  }),
  'first/newsletter/eng.md': 'We send you **news** once a month.\n',
  'first/newsletter/deu.html': '<p>Wir schicken Ihnen einmal im Monat <strong>Neues</strong>.</p>\n',
  'second/newsletter/notice.json': JSON.stringify({
    name: 'newsletter',
    validityDays: 365,
    askAgain: true,
    title: { eng: 'Newsletter' },
  }),
  'second/newsletter/eng.md': 'We send you news and offers once a week.\n',
  'privacy/notice.json': JSON.stringify({ name: 'privacy', title: { eng: 'Privacy notice' } }),
  'privacy/eng.md': 'We process your data.\n',
  'terms/notice.json': JSON.stringify({ name: 'terms', title: { eng: 'Terms' } }),
  'terms/eng.md': 'You agree to our terms.\n',
  'former.csv': [
    'id,agreed_at,email,left_at',
    '1,2025-03-01 10:00,bo@example.com,',
    '2,2025-04-01 11:30,cy@example.com,2025-06-01 09:00',
    '',
  ].join('\n'),
  'former.json': JSON.stringify({
    key: ['id'],
    project: { value: project },
    notice: { value: 'newsletter' },
    version: { value: '1' },
    time: { column: 'agreed_at', zone: 'Europe/Rome' },
    lang: { value: 'eng' },
    userData: { email: { column: 'email' } },
    proof: { source: { value: 'the former list' } },
    revocation: { time: { column: 'left_at', zone: 'Europe/Rome' }, proof: { source: { value: 'the former list' } } },
  }),
};

const writeFiles = (folder: string): void => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
};

/** Proofs that no compression brings below the lengths at which they are stored elsewhere. */
const makeLong = (bytes: number) => ({ html: noise(bytes).toString('base64') });
const long = { shared: 3_000, own: 18_000 } as const;

/** The log is published every five seconds, and anchored then. */
const publishingTime = 15_000;

/**
 * Has an empty register write what this version writes: items of every kind but those that are made again when they
 * are missing (tallies, an erasure under way).
 *
 * @param folder for files of notices and imports
 * @throws Error when a call is refused or a command fails
 */
export const makeData = async (register: Register, folder: string, now: () => Date): Promise<Known> => {
  writeFiles(folder);
  const run = (words: readonly string[], input = ''): Promise<string> => must(register, words, { input, account });
  const reason = ['--reason', 'to be recorded'] as const;
  const who = ['--account', account, '--user', 'Ada Rossi', '--email', email, '--project', project] as const;
  await run(['setup', ...who, '--password-stdin'], password);
  await run(['user', 'create', 'Grace Wu', reader, '--role', 'reader', '--password-stdin', ...reason], password);
  await run(['account', 'create', 'Bakery Example', '--disabled', ...reason]);
  await run(['project', 'create', 'app', 'The app', ...reason]);
  await run(['key', 'rotate', '--yes', ...reason]);
  const notices = ['first/newsletter', 'privacy', 'terms'].map((name) => join(folder, name));
  await run(['notice', 'publish', ...notices, ...reason]);

  const send = async (operation: OperationName, parameters: Parameters, sender?: Sender): Promise<Called> => {
    const called = await register.call(operation, parameters, sender);
    if (called.status !== 200) throw new Error(`${operation} was refused: ${called.text}`);
    return called;
  };
  await register.call('login', { email, password: 'not this one' });
  const login = await send('login', { email, password });
  const { access_token: token, refresh_token: first } = login.body;
  const { body: tokens } = await send('refreshToken', { refresh_token: first });
  const { data: listed } = JSON.parse((await send('listNotices', {}, { token })).text);
  const pidOf = (name: string): number => listed.find((notice: { name: string }) => notice.name === name)?.pid;
  const [newsletter, privacy, terms] = ['newsletter', 'privacy', 'terms'].map(pidOf);
  const of = (consentInformationPid: unknown, address: string, more: Parameters = {}): Parameters => ({
    projectUid: project,
    consentInformationPid,
    proof: { url: 'https://cafe.example/newsletter' },
    userData: { email: address },
    ...more,
  });
  const record = async (parameters: Parameters, sender: Sender = {}): Promise<string> =>
    (await send('addConsent', parameters, { token, ...sender })).body.consentId;
  const proof = makeLong(long.own);
  const labelled = { email: 'dee@example.com', first_name: { label: 'Your name', value: 'Dee' } };
  const looked = { email: 'eve@example.com', card: 'gold', club: { label: 'Club', value: 'Riders' } };
  const repeated = of(newsletter, 'fay@example.com');
  const key = 'recorded-data-1';
  const consents = {
    labelled: await record(of(newsletter, '', { userData: labelled, lang: 'deu', channel: 'web.form' })),
    'with lookups': await record(of(privacy, '', { userData: looked, projectUid: 'app' })),
    'with a long proof': await record(of(newsletter, 'gil@example.com', { proof })),
    'of a retired notice': await record(of(terms, 'hal@example.com')),
    'with a key': await record(repeated, { idempotencyKey: key }),
    revoked: await record(of(newsletter, 'ida@example.com')),
    'revoked with a long proof': await record(of(newsletter, 'jim@example.com')),
    erased: await record(of(newsletter, 'kim@example.com', { userData: { email: 'kim@example.com', card: 'blue' } })),
    'erased completely': await record(of(privacy, 'lou@example.com')),
  };
  const { text: answer } = await send('addConsent', repeated, { token, idempotencyKey: key });
  const sharing = of([newsletter, privacy], 'max@example.com', { proof: makeLong(long.shared) });
  const { data: shared } = JSON.parse((await send('addConsent', sharing, { token })).text);
  const revoke = (id: string, given: Parameters) =>
    send('revokeConsent', { id, proof: given, channel: 'email' }, { token });
  await revoke(consents.revoked, { html: '<p>Please stop.</p>' });
  await revoke(consents['revoked with a long proof'], makeLong(long.own));
  await run(['notice', 'retire', 'terms', '--yes', ...reason]);
  const importing = [join(folder, 'former.csv'), '--mapping', join(folder, 'former.json'), '--source', 'former'];
  await run(['consent', 'import', ...importing, '--yes', ...reason]);
  await run(['notice', 'publish', join(folder, 'second/newsletter'), ...reason]);
  await run(['person', 'erase', 'email=kim@example.com', '--yes', ...reason]);
  await run(['person', 'erase', 'email=lou@example.com', '--everything', '--yes', ...reason]);
  await send('getEvidence', { id: consents.labelled }, { token });
  await sleep(publishingTime);
  return {
    account,
    email,
    reader,
    password,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    repeated: { key, request: repeated, answer },
    consents: {
      ...consents,
      'that keeps a proof': shared[0].consentId,
      'whose proof another keeps': shared[1].consentId,
    },
    until: now().toISOString(),
  };
};
