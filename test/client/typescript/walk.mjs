/** Walks all operations with the installed client, and prints what it sees. The walks of the other languages print the same. */
import { readFile, writeFile } from 'node:fs/promises';
// biome-ignore lint/correctness/noUndeclaredDependencies: it is installed where the walk runs
import { ConsentRegisterError, createClient } from '@consent-register/client';

const { WALK_URL: baseUrl, WALK_NOWHERE: nowhere, WALK_EMAIL: email, WALK_PASSWORD: password } = process.env;
const projectUid = process.env.WALK_PROJECT;
const [pid, otherPid] = process.env.WALK_PIDS.split(' ').map(Number);

const store = {
  load: async () => JSON.parse(await readFile('tokens.json', 'utf8').catch(() => 'null')),
  save: (tokens) => writeFile('tokens.json', JSON.stringify(tokens)),
};
const client = createClient({ baseUrl, email, password, store });
/** For an attempt that gets no answer: the walk does not wait long for it. */
const brisk = createClient({ baseUrl, store, timeout: 4_000 });

const show = (fact) => (typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : fact);
const say = (what, ...facts) => console.log([what, ...facts.map(show)].join(' | '));

/** Says what a refused call tells. Resolves to its error. */
const refuse = async (what, call) => {
  try {
    await call();
    return say(what, 'is not refused');
  } catch (error) {
    if (!(error instanceof ConsentRegisterError)) throw error;
    const { code, status, requestId, errors, idempotencyKey } = error;
    const wrong = errors.map((each) => `${each.field} ${each.code}`).join(', ') || 'nothing';
    say(what, code, status ?? 'no status', requestId !== undefined, wrong, idempotencyKey !== undefined);
    return error;
  }
};

say('details', (await client.details()).email === email);

const notices = (await brisk.getNotices({ pid: [pid, otherPid] })).data;
say('getNotices', Object.keys(notices).length, notices[pid].title.eng);
const listed = (await client.listNotices()).data;
say(
  'listNotices',
  listed.length,
  listed.some((notice) => notice.pid === pid),
);
const version = await client.getNoticeVersion({ id: notices[pid].id });
say('getNoticeVersion', version.pid === pid, version.title.eng);
const projects = await client.listProjects();
say('listProjects', projects.data.length, projects.data[0].uid === projectUid, projects.next === null);
say('getOverview', (await client.getOverview({ projectUid, months: 2 })).data.length);
say('listDueConsents', (await client.listDueConsents({ projectUid, days: 60 })).next === null);

const userData = { first_name: 'Zoë', email: 'ada@example.com' };
const consent = { projectUid, channel: 'web.form', proof: { url: 'https://shop.example/' }, userData };
const one = { ...consent, consentInformationPid: pid };
const key = { idempotencyKey: 'walk-1' };
const added = await client.addConsent(one, key);
say('addConsent', added.consentInformationVersionId === notices[pid].id);
say('addConsent, again with its key', (await client.addConsent(one, key)).consentId === added.consentId);
await refuse('addConsent, another with its key', () => client.addConsent({ ...one, lang: 'ita' }, key));
await refuse('addConsent without a proof', () => client.addConsent({ ...one, proof: { url: '' } }));
const both = (await client.addConsent({ ...consent, consentInformationPid: [pid, otherPid] })).data;
say('addConsent of two', both.length);

const search = { userData: { email: 'ADA@example.com' } };
const page = await client.searchConsents({ ...search, perPage: 2 });
say('searchConsents', page.data.length, page.totalPages, page.totalResults);
const { data: latest } = await client.searchConsents({ ...search, first: true });
say('searchConsents, the first', latest.id === page.data[0].id, latest.userData.first_name);
const nobody = await client.searchConsents({ userData: { email: 'no@example.com' }, first: true });
say('searchConsents, the first of nobody', nobody.data === null);
const all = [];
for await (const { id } of client.searchAll({ ...search, perPage: 2 })) all.push(id);
const ids = [added.consentId, ...both.map(({ consentId }) => consentId)];
say(
  'searchAll',
  all.length,
  ids.every((id) => all.includes(id)),
);
const people = [{ email: 'ADA@example.com' }, { email: 'no@example.com' }];
const { data: allowed } = await client.checkPeople({ pid, people });
say('checkPeople', allowed[0].allowed, allowed[1].reason);
const [made] = (await client.makeLinks({ pid, people })).data;
say('makeLinks', made.headers['List-Unsubscribe'] === `<${made.oneClick}>`, made.page.length - made.oneClick.length);
const some = await client.listConsents({ projectUid, perPage: 2 });
const rest = await client.listConsents({ projectUid, perPage: 2, after: some.next });
say('listConsents', some.data.length, rest.data.length, rest.next === null);

say(
  'getEvidence',
  (await client.getEvidence({ id: added.consentId })).statement.consent[0].consent === added.consentId,
);
const file = await client.getEvidenceFile({ id: added.consentId });
await writeFile('evidence.json', file);
say('getEvidenceFile', file.length > 1_000);

const revoked = await client.revokeConsent({ id: added.consentId, proof: { url: 'https://shop.example/account' } });
say('revokeConsent', revoked.revoked, revoked.consentId === added.consentId);
const found = await client.searchConsents({ id: added.consentId, userData: {}, first: true });
say('searchConsents of the revoked', found.data.revoked);
await refuse('revokeConsent of none', () => client.revokeConsent({ id: '0'.repeat(32), proof: { url: 'x' } }));
const wish = { ids: added.consentId, reason: 'objected', receivedOn: '2026-01-02' };
const wished = await client.requestErasure(wish);
say('requestErasure', wished.state, wished.consentIds[0] === added.consentId);
say('listErasureRequests', (await client.listErasureRequests()).data[0].id === wished.id);
const mailed = await client.requestConfirmation({ ...one, userData: { email: 'grace@example.com' } });
say('requestConfirmation', Object.keys(mailed).join(' '));

say('details with an expired token', (await client.details()).email === email);
say('details of an ended session', (await client.details()).email === email);
const tokens = await client.refreshToken();
say('refreshToken', tokens.access_token === (await store.load()).access_token);
const stored = createClient({ baseUrl, store });
say('details with the tokens of the store', (await stored.details()).email === email);
await client.logout();
say('logout');
say('details after it', (await client.details()).email === email);
await refuse('details with another password', async () => {
  const other = createClient({ baseUrl, email, password: 'another password' });
  await other.details();
});
say('login', (await client.login()).token_type);
const change = { currentPassword: password, newPassword: 'marble otter plays the tuba' };
await client.changePassword(change);
say('changePassword');
await refuse('changePassword again', () => client.changePassword(change));

await refuse('getNotices of none', () => client.getNotices({ pid: [pid, 999] }));
await refuse('an answer of another', () => client.getNoticeVersion({ id: notices[pid].id }));
await refuse('busy for too long', () => client.getOverview());
const hasty = createClient({ baseUrl, store, timeout: 200, attempts: 2 });
await refuse('no answer in time', () => hasty.listProjects());
const { idempotencyKey } = await refuse('a write without an answer', () => hasty.addConsent(one));
await client.addConsent(one, { idempotencyKey });
say('the same with its key', (await client.searchConsents(search)).totalResults);
const lost = createClient({ baseUrl: nowhere, store, attempts: 2 });
await refuse('a register that is down', () => lost.details());
await refuse('neither tokens nor credentials', () => createClient({ baseUrl }).details());
