import { readdir, readFile } from 'node:fs/promises';
import type { AxiosResponse } from 'axios';
import axios from 'axios';
import type { Parameters } from '../support/call/event.ts';
import { toPairs } from '../support/call/event.ts';
import { run } from './command.ts';
import type { Answer } from './http.ts';
import { authorize, postBytes, readAnswer } from './http.ts';

/** Posts parameters to an address in the way that one kind of client does. */
export type Client = (url: string, parameters: Parameters, token: string) => Promise<Answer>;

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

const axiosAnswer = ({ status, headers, data }: AxiosResponse): Answer => ({
  status,
  contentType: String(headers['content-type']),
  body: data,
});

const axiosOptions = (token: string, contentType?: string) => ({
  headers: { ...authorize(token), ...(contentType !== undefined && { 'content-type': contentType }) },
  validateStatus: () => true,
});

const toFormData = (parameters: Parameters): FormData => {
  const form = new FormData();
  for (const [name, value] of toPairs(parameters)) form.append(name, value);
  return form;
};

const form = 'application/x-www-form-urlencoded';
const fetchWith = async (url: string, token: string, body: NonNullable<RequestInit['body']>): Promise<Answer> =>
  readAnswer(await fetch(url, { method: 'POST', headers: authorize(token), body }));

/** Clients that are at hand wherever the tests run. */
export const liveClients: Readonly<Record<string, Client>> = {
  'curl -d': (url, parameters, token) => curl(url, token, toOptions(parameters, '-d', '--data-urlencode')),
  'curl -F': (url, parameters, token) => curl(url, token, toOptions(parameters, '-F', '--form-string')),
  'curl JSON': (url, parameters, token) =>
    curl(url, token, ['-H', 'Content-Type: application/json', '--data-raw', JSON.stringify(parameters)]),

  'axios JSON': async (url, parameters, token) => axiosAnswer(await axios.post(url, parameters, axiosOptions(token))),
  'axios form': async (url, parameters, token) =>
    axiosAnswer(await axios.post(url, parameters, axiosOptions(token, form))),
  'axios form with repeated names': async (url, parameters, token) =>
    axiosAnswer(await axios.post(url, parameters, { ...axiosOptions(token, form), formSerializer: { indexes: null } })),
  'axios URLSearchParams': async (url, parameters, token) =>
    axiosAnswer(await axios.post(url, new URLSearchParams(toPairs(parameters)), axiosOptions(token))),
  'axios multipart': async (url, parameters, token) =>
    axiosAnswer(await axios.postForm(url, parameters, axiosOptions(token))),
  'axios FormData': async (url, parameters, token) =>
    axiosAnswer(await axios.post(url, toFormData(parameters), axiosOptions(token))),

  'fetch URLSearchParams': (url, parameters, token) => fetchWith(url, token, new URLSearchParams(toPairs(parameters))),
  'fetch FormData': (url, parameters, token) => fetchWith(url, token, toFormData(parameters)),
};

const bodies = new URL('bodies/', import.meta.url);
const inputFile = 'consent.json';

const readJson = async (file: string) => JSON.parse(await readFile(new URL(file, bodies), 'utf8'));

/** The parameters that every client sends; `make.php` and `make.py` read them too. */
export const consent = await readJson(inputFile);

const replay = async (file: string): Promise<[string, Client]> => {
  const { contentType, body } = await readJson(file);
  return [file, (url, _parameters, token) => postBytes(url, { contentType, body: Buffer.from(body) }, token)];
};

const recordings = (await readdir(bodies)).filter((file) => file.endsWith('.json') && file !== inputFile);

/** Bodies that PHP and Python made of the consent, by file. */
export const recordedClients: Readonly<Record<string, Client>> = Object.fromEntries(
  await Promise.all(recordings.map(replay)),
);
