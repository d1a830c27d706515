/** The whole journey with the client that Hey API makes. */
import { deepStrictEqual as expect, ok } from 'node:assert/strict';
import { env } from 'node:process';
import { createClient } from './register/client/index.ts';
import {
  addConsent,
  details,
  getNotices,
  login,
  refreshToken,
  revokeConsent,
  searchConsents,
} from './register/sdk.gen.ts';
import type {
  AddConsentRequest,
  AddedConsent,
  ConsentPage,
  ConsentRecord,
  Problem,
  SearchConsentsRequest,
} from './register/types.gen.ts';

type Client = ReturnType<typeof open>;

const person = env.PERSON ?? '';
const nowhere = '0'.repeat(32);

const open = (token?: string) =>
  createClient({
    baseUrl: env.REGISTER_URL ?? '',
    auth: token,
  });

/** The body of a success. @throws Error with the problem of a refusal */
const answered = <Data>({ data, error }: { data: Data | undefined; error: Problem | undefined }): Data => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

const refused = ({ error }: { error: Problem | undefined }): Problem => {
  if (error === undefined) throw new Error('not refused');
  return error;
};

const signIn = async () => {
  const body = { email: env.REGISTER_EMAIL ?? '', password: env.REGISTER_PASSWORD ?? '' };
  const tokens = answered(await login({ client: open(), body }));
  expect([tokens.token_type, tokens.expires_in], ['Bearer', 3600]);
  return tokens;
};

const checkDetails = async (client: Client): Promise<void> => {
  expect(answered(await details({ client })).email, env.REGISTER_EMAIL);
};

const readNotices = async (client: Client): Promise<string> => {
  const single = answered(await getNotices({ client, body: { pid: [2] } })).data;
  expect(Object.keys(single), ['2']);
  ok(single['2']?.pid === 2 && single['2'].title.eng);
  expect(Object.keys(answered(await getNotices({ client, body: { pid: [2, 3] } })).data), ['2', '3']);
  return single['2'].id;
};

const newConsents = (pids: number[]): AddConsentRequest => ({
  projectUid: 'demo-shop',
  channel: 'web.form',
  consentInformationPid: pids,
  proof: { url: 'https://shop.example/newsletter' },
  userData: { email: person, size: { label: 'Your size', value: 'M' } },
});

const add = async (client: Client, pids: number[], key?: string): Promise<AddedConsent[]> => {
  const headers = { 'Idempotency-Key': key };
  const consents = answered(await addConsent({ client, headers, body: newConsents(pids) })).data;
  expect(
    consents.map(({ consentInformationPid }) => consentInformationPid),
    pids,
  );
  return consents;
};

const find = async (client: Client, body: SearchConsentsRequest): Promise<ConsentPage> =>
  answered(await searchConsents({ client, body }));

const search = async (client: Client, latest: string[]): Promise<void> => {
  const userData = { email: person };
  const page = await find(client, { userData, page: 2, perPage: 2 });
  expect([page.page, page.totalPages, page.totalResults, page.data.length], ['2', 2, 3, 1]);
  const [alone] = (await find(client, { userData, perPage: 1 })).data;
  ok(alone !== undefined && latest.includes(alone.id));
  expect((await find(client, { userData: { email: `nobody.${person}` } })).data, []);
};

const byId = async (client: Client, id: string): Promise<ConsentRecord> => {
  const [consent] = (await find(client, { id, userData: {} })).data;
  ok(consent?.id === id);
  return consent;
};

const findById = async (client: Client, id: string): Promise<void> => {
  const { channel, userData, revoked, revokeTime, revokeProof } = await byId(client, id);
  expect(channel, env.CHANNEL);
  expect(userData, { email: person, size: { label: 'Your size', value: 'M' } });
  expect([revoked, revokeTime, revokeProof], [false, null, null]);
};

const revoke = async (client: Client, id: string): Promise<void> => {
  const proof = { url: 'https://shop.example/account' };
  const revoked = answered(await revokeConsent({ client, body: { id, channel: 'email', proof } }));
  expect([revoked.revoked, revoked.consentId], [true, id]);
  const consent = await byId(client, id);
  expect([consent.revoked, consent.revokeTime, consent.revokeProof?.url], [true, revoked.time, proof.url]);
};

const beRefused = async (client: Client): Promise<void> => {
  const body = { ...newConsents([2]), projectUid: 'no-such-project' };
  const problem = refused(await addConsent({ client, body }));
  expect([problem.status, problem.code], [422, env.PROBLEM_CODE]);
  expect(
    problem.errors?.map(({ field, code }) => [field, code]),
    [['projectUid', env.PARAMETER_CODE]],
  );
  const proof = { url: 'https://shop.example' };
  const missing = refused(await revokeConsent({ client, body: { id: nowhere, proof } }));
  expect([missing.status, missing.errors], [404, undefined]);
};

const tokens = await signIn();
const client = open(tokens.access_token);
await checkDetails(client);
const version = await readNotices(client);
const [first] = await add(client, [2], person);
ok(first?.consentInformationVersionId === version);
expect((await add(client, [2], person))[0]?.consentId, first.consentId);
await search(
  client,
  (await add(client, [2, 3])).map(({ consentId }) => consentId),
);
await findById(client, first.consentId);
await revoke(client, first.consentId);
await beRefused(client);
const refreshed = answered(await refreshToken({ client: open(), body: { refresh_token: tokens.refresh_token } }));
await checkDetails(open(refreshed.access_token));
