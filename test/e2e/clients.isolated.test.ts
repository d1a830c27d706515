import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { useDemoRegister } from '../docs/demo-register.ts';
import type { Parameters } from '../support/call/event.ts';
import { toPairs } from '../support/call/event.ts';
import { run } from './command.ts';
import type { Answer } from './http.ts';
import { authorize, postBytes, readAnswer } from './http.ts';

/** Posts parameters to an address in the way that one kind of client does. */
type Client = (url: string, parameters: Parameters, token: string) => Promise<Answer>;

const curl = async (url: string, token: string, options: readonly string[]): Promise<Answer> => {
  const show = '\n%{http_code} %{content_type}';
  const { exitCode, stdout, stderr } = await run('curl', [
    '-sS',
    '-w',
    show,
    url,
    '-H',
    'Accept: application/json',
    '-H',
    `Authorization: Bearer ${token}`,
    ...options,
  ]);
  const [, body = '', status, contentType = null] = /^(.*)\n(\d+) (.*)$/s.exec(stdout) ?? [];
  if (exitCode !== 0) throw new Error(`curl ended with exit code ${exitCode}: ${stderr}`);
  return { status: Number(status), contentType, body: JSON.parse(body) };
};

/** The short option where a value has no character that means something to it, else the one that takes any text. */
const toOptions = (parameters: Parameters, short: string, long: string): string[] =>
  toPairs(parameters).flatMap(([name, value]) => [/^[\w.-]+$/.test(value) ? short : long, `${name}=${value}`]);

const toFormData = (parameters: Parameters): FormData => {
  const form = new FormData();
  for (const [name, value] of toPairs(parameters)) form.append(name, value);
  return form;
};

const fetchWith = async (url: string, token: string, body: NonNullable<RequestInit['body']>): Promise<Answer> =>
  readAnswer(await fetch(url, { method: 'POST', headers: authorize(token), body }));

/** Clients that are at hand wherever the tests run. */
const liveClients: Readonly<Record<string, Client>> = {
  'curl -d': (url, parameters, token) => curl(url, token, toOptions(parameters, '-d', '--data-urlencode')),
  'curl -F': (url, parameters, token) => curl(url, token, toOptions(parameters, '-F', '--form-string')),
  'curl JSON': (url, parameters, token) =>
    curl(url, token, ['-H', 'Content-Type: application/json', '--data-raw', JSON.stringify(parameters)]),

  'fetch URLSearchParams': (url, parameters, token) => fetchWith(url, token, new URLSearchParams(toPairs(parameters))),
  'fetch FormData': (url, parameters, token) => fetchWith(url, token, toFormData(parameters)),
};

const bodies = new URL('bodies/', import.meta.url);
const inputFile = 'consent.json';

const readJson = async (file: string) => JSON.parse(await readFile(new URL(file, bodies), 'utf8'));

/** The parameters that every client sends; `make.js`, `make.php` and `make.py` read them too. */
const consent = await readJson(inputFile);

const replay = async (file: string): Promise<[string, Client]> => {
  const { contentType, body } = await readJson(file);
  return [file, (url, _parameters, token) => postBytes(url, { contentType, body: Buffer.from(body) }, token)];
};

const recordings = (await readdir(bodies)).filter((file) => file.endsWith('.json') && file !== inputFile);

/** Bodies that axios, PHP and Python made of the consent, by file. */
const recordedClients: Readonly<Record<string, Client>> = Object.fromEntries(await Promise.all(recordings.map(replay)));

const register = useDemoRegister();

const id = expect.stringMatching(/^[0-9a-f]{32}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const added = (pid: number) => ({
  consentId: id,
  consentInformationVersionId: id,
  consentInformationPid: pid,
  time,
});

const add = (client: Client, parameters = consent) =>
  client(`${register().baseUrl}/consent-register/add`, parameters, register().token);

/** The one consent of this id, found by the data of the person who gave it. */
const findRecord = async (consentId: string) => {
  const { userData } = consent;
  const criteria = { ...userData, città: userData.città.value };
  const { body } = await register().call('/consent-register/search', { id: consentId, userData: criteria });
  expect(body).toMatchObject({ page: '1', totalPages: 1, results: 1, totalResults: 1 });
  return body.data[0];
};

describe.each(Object.entries({ ...liveClients, ...recordedClients }))('%s', (_name, client) => {
  test('records what every other client records', async () => {
    const { status, contentType, body } = await add(client);

    expect({ status, contentType }).toEqual({ status: 200, contentType: 'application/json' });
    expect(body).toEqual({ data: consent.consentInformationPid.map(added) });
    for (const { consentId, ...answer } of body.data) {
      expect(await findRecord(consentId)).toEqual({
        id: consentId,
        projectUid: consent.projectUid,
        projectId: id,
        consentInformationPid: answer.consentInformationPid,
        consentInformationVersionId: answer.consentInformationVersionId,
        lang: consent.lang,
        time: answer.time,
        channel: consent.channel,
        channelData: {},
        proof: consent.proof,
        userData: consent.userData,
        revoked: false,
        revokeTime: null,
        revokeChannel: null,
        revokeChannelData: null,
        revokeProof: null,
      });
    }
  });
});

/** The HTML standard has browsers write every line break of a multipart form as CR LF; axios does the same. */
const breaksLinesAnew = ['fetch FormData', 'axios-form-data.json'];

test.each(Object.entries(liveClients))('%s: line feeds are kept as they arrive', async (name, client) => {
  const { body } = await add(client, { ...consent, userData: { ...consent.userData, note: 'one\ntwo' } });
  const criteria = { id: body.data[0]?.consentId, userData: { email: consent.userData.email } };

  const found = await register().call('/consent-register/search', criteria);

  expect(found.body.data[0]?.userData.note).toBe(breaksLinesAnew.includes(name) ? 'one\r\ntwo' : 'one\ntwo');
});

test('bodies of axios, PHP and Python have been recorded', () => {
  expect(Object.keys(recordedClients).sort()).toEqual([
    'axios-form-data.json',
    'axios-form-repeated-names.json',
    'axios-form.json',
    'axios-json.json',
    'axios-multipart.json',
    'axios-url-search-params.json',
    'php-http-build-query-rfc3986.json',
    'php-http-build-query.json',
    'php-json-encode.json',
    'requests-dict.json',
    'requests-json.json',
    'requests-multipart.json',
    'requests-tuples.json',
  ]);
});
