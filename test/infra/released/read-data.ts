import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '../../../shared/contract.ts';
import { digest } from '../../../shared/digest.ts';
import type { Parameters } from '../../support/encode.ts';
import type { Known } from './make-data.ts';
import type { Register } from './register.ts';

/** Members that another call answers differently: of the request, of its moment, and of new tokens. */
const passing = new Set(['requestId', 'access_token', 'refresh_token', 'issuedAt', 'at', 'from', 'until', 'hashes']);

/** A text so long is kept by its length and digest. */
const longest = 200;

const toLasting = (value: unknown): unknown => {
  if (typeof value === 'string' && value.length > longest) return `${value.length} characters, ${digest(value)}`;
  if (Array.isArray(value)) return value.map(toLasting);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !passing.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, toLasting(member)]));
};

/**
 * Asks a register for all that the recorded data has, in the ways that callers and operators have.
 *
 * @param folder for files of evidence
 * @returns the answers by what was asked, without what differs at each call
 */
export const readData = async (
  { call, command }: Register,
  { account, email, reader, password, accessToken, refreshToken, repeated, consents }: Known,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const answers: Record<string, unknown> = {};
  const keep = (name: string, answer: unknown): void => {
    answers[name] = toLasting(answer);
  };
  const logIn = (address: string) => call('login', { email: address, password });
  const login = await logIn(email);
  keep('login of the editor', { status: login.status, body: login.body });
  const { status, body } = await logIn(reader);
  keep('login of the reader', { status, body });
  const token = login.body.access_token;
  const ask = async (operation: OperationName, parameters: Parameters, given = token) => {
    const called = await call(operation, parameters, { token: given });
    keep(`${operation} ${JSON.stringify(parameters)}`, { status: called.status, body: called.body });
    return called.body;
  };
  keep('an access token of before', (await call('details', {}, { token: accessToken })).status);
  const renewed = await call('refreshToken', { refresh_token: refreshToken });
  keep('a refresh token of before', renewed.status);
  keep('a logout', (await call('logout', {}, { token: renewed.body.access_token })).status);
  const sender = { token, idempotencyKey: repeated.key };
  const again = await call('addConsent', repeated.request, sender);
  keep('a repeated request', { text: again.text, isReplayed: again.headers['idempotent-replayed'] });
  keep('its key with another request', (await call('addConsent', { ...repeated.request, lang: 'deu' }, sender)).status);

  await ask('details', {});
  await ask('listProjects', {});
  await ask('listNotices', {});
  for (const pid of [1, 2, 3]) await ask('getNotices', { pid });
  for (const projectUid of ['website', 'app']) await ask('searchConsents', { projectUid, userData: '' });
  for (const userData of [
    { email: 'dee@example.com' },
    { first_name: 'DEE' },
    { card: 'gold' },
    { club: 'riders', email: 'eve@example.com' },
    { email: 'bo@example.com' },
    { email: 'kim@example.com' },
  ]) {
    await ask('searchConsents', { userData });
  }
  for (const state of ['active', 'revoked', 'superseded', 'erased']) await ask('listConsents', { state });
  await ask('getOverview', {});

  const run = async (words: readonly string[]) => {
    const { exitCode, stdout } = await command([...words, '--json'], { account });
    return { exitCode, said: stdout.trim() === '' ? undefined : JSON.parse(stdout) };
  };
  const keys = join(folder, 'keys.json');
  await command(['evidence', 'keys', '--out', keys], { account });
  for (const [name, id] of Object.entries(consents)) {
    await ask('searchConsents', { id, userData: '' });
    keep(`consent show ${id}`, (await run(['consent', 'show', id])).exitCode);
    const document = await call('getEvidence', { id }, { token });
    keep(`evidence of the consent ${name}`, {
      status: document.status,
      statement: JSON.parse(document.text).statement,
    });
    if (document.status !== 200) continue;
    const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
    writeFileSync(file, document.text);
    const { exitCode, said } = await run(['evidence', 'verify', file, '--key', keys]);
    keep(`verdict on the consent ${name}`, { exitCode, verdict: said?.verdict });
  }
  for (const words of [
    'account list',
    'user list',
    'project list',
    'notice list',
    'notice history newsletter',
    'consent list',
    'consent due',
    'person show email=ida@example.com',
    'person show email=kim@example.com',
    'report --by notice,version,state',
    'report --by month --sums',
    'erasure list',
    'log list',
    'log verify --anchors consent-register-anchors --lag 1',
    'key list',
  ]) {
    keep(words, await run(words.split(' ')));
  }
  return answers;
};
