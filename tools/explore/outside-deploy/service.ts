import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Emulator } from './emulator.ts';
import { stage } from './stack.ts';

const [email, password, project] = ['ada@shop.example', 'an emulated kestrel of 1812', 'my-shop'] as const;

const admin = ({ call }: Emulator, words: readonly string[], input?: string): Promise<string> =>
  call([join(import.meta.dirname, '../../../cli/bin.js'), ...words, '--stage', stage], input);

const Configuration = v.object({ Environment: v.object({ Variables: v.record(v.string(), v.string()) }) });

/** Runs a deployed function. @throws Error with what it answers where it fails */
const invoke = async ({ ask, folder }: Emulator, functionName: string, event: unknown): Promise<string> => {
  const file = join(folder, 'answer.json');
  const answer = await ask(
    'lambda',
    'invoke',
    '--function-name',
    functionName,
    '--payload',
    JSON.stringify(event),
    file,
  );
  const said = await readFile(file, 'utf8');
  if (v.is(v.object({ FunctionError: v.string() }), answer)) throw new Error(`${functionName} failed: ${said}`);
  return said;
};

/** Makes the first signing key with the deployed job, in the four steps in which Secrets Manager calls it, which the emulator does not. */
export const makeSigningKey = async (emulator: Emulator, job: string): Promise<void> => {
  const answer = await emulator.ask('lambda', 'get-function-configuration', '--function-name', job);
  const { SIGNING_KEY_SECRET: SecretId } = v.parse(Configuration, answer).Environment.Variables;
  const ClientRequestToken = randomUUID();
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
    await invoke(emulator, job, { Step, SecretId, ClientRequestToken });
};

/** Makes the account, lists its evidence key and publishes a notice, with the commands that an operator types. */
export const makeAccount = async (emulator: Emulator): Promise<void> => {
  const names = ['--account', 'My Shop', '--user', 'Ada Rossi', '--email', email, '--project', project];
  await admin(emulator, ['setup', ...names, '--password-stdin'], `${password}\n`);
  await admin(emulator, ['evidence', 'add-key']);
  const notice = join(emulator.folder, 'newsletter');
  await mkdir(notice);
  await writeFile(join(notice, 'notice.json'), '{ "name": "newsletter", "title": { "eng": "Newsletter" } }');
  await writeFile(join(notice, 'eng.md'), 'I want to receive the newsletter of **My Shop** by email.');
  await admin(emulator, ['notice', 'publish', notice, '--reason', 'first version']);
};

/** Calls an operation through the API that was deployed. @throws Error where it is refused */
const post = async (api: string, path: string, fields: Readonly<Record<string, string>>, token?: string) => {
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as unknown;
};

const register = '/consent-register';
const person = { 'userData[email]': 'grace@example.com' };

/** The API of the stage behind a path of the emulator. Its host name would not do: the emulator takes /login there for Cognito. */
export const toApi = ({ url }: Emulator, apiId: string): string => `${url}/_aws/execute-api/${apiId}/$default`;

export const login = async (api: string): Promise<string> =>
  v.parse(v.object({ access_token: v.string() }), await post(api, '/login', { email, password })).access_token;

export const add = async (api: string, token: string): Promise<string> => {
  const consent = { projectUid: project, consentInformationPid: '1', 'proof[url]': 'https://shop.example/', ...person };
  return v.parse(v.object({ consentId: v.string() }), await post(api, `${register}/add`, consent, token)).consentId;
};

const Found = v.object({ data: v.array(v.object({ id: v.string(), revoked: v.boolean() })) });

/** The consents of the person, and whether each is revoked. */
export const search = async (api: string, token: string): Promise<readonly { id: string; revoked: boolean }[]> =>
  v.parse(Found, await post(api, `${register}/search`, { projectUid: project, ...person }, token)).data;

export const revoke = async (api: string, token: string, id: string): Promise<void> => {
  v.parse(
    v.object({ revoked: v.literal(true) }),
    await post(api, `${register}/revoke`, { id, 'proof[url]': 'https://shop.example/account' }, token),
  );
};

/** The evidence of a consent, signed by KMS. */
export const getEvidence = async (api: string, token: string, id: string): Promise<void> => {
  await post(api, `${register}/evidence/get`, { id }, token);
};

/** Publishes a checkpoint with the deployed job, and verifies the log with the command that an operator types. */
export const publishAndVerify = async (emulator: Emulator, job: string): Promise<void> => {
  await invoke(emulator, job, {});
  await admin(emulator, ['log', 'verify']);
};

const Findings = v.array(v.object({ check: v.string(), state: v.string(), says: v.string() }));

/** What `doctor` finds wrong. */
export const examine = async ({ attempt }: Emulator): Promise<readonly { check: string; says: string }[]> => {
  const words = [join(import.meta.dirname, '../../../cli/bin.js'), 'doctor', '--stage', stage, '--json'];
  return v.parse(Findings, JSON.parse((await attempt(words)).output)).filter(({ state }) => state === 'wrong');
};
