import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import * as v from 'valibot';
import { limits } from '../../shared/api/limits.ts';
import { NewConsents, Revocation } from '../../shared/consents/consent-request.ts';
import type { Observed } from '../../shared/consents/observed.ts';
import { Proof, UserData } from '../../shared/consents/person-data.ts';
import { newConsents, recordConsents } from '../../shared/consents/recording.ts';
import { recordRevocation } from '../../shared/consents/revocation.ts';
import { createAccount } from '../../shared/identity/account.ts';
import { newMachineKey } from '../../shared/identity/machine-key.ts';
import { createKey, endKey, listKeys } from '../../shared/identity/machine-keys.ts';
import type { Change } from '../../shared/identity/operations-log.ts';
import { beginChange } from '../../shared/identity/operations-log.ts';
import { findUserId } from '../../shared/identity/passwords.ts';
import { createProject, findProject } from '../../shared/identity/project.ts';
import { createUser } from '../../shared/identity/user.ts';
import type { LinkMaking } from '../../shared/links/make-links.ts';
import { makeLinks } from '../../shared/links/make-links.ts';
import { appendLeaves } from '../../shared/log/blocks.ts';
import { addCheckpoint, findLastCheckpoint } from '../../shared/log/checkpoints.ts';
import type { CountSite } from '../../shared/log/counts.ts';
import { countEvents } from '../../shared/log/counts.ts';
import { leavesOfItem } from '../../shared/log/feed.ts';
import type { Wrapping } from '../../shared/log/keys.ts';
import { nameLog, openSigningKey } from '../../shared/log/keys.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import { signCheckpoint } from '../../shared/log/note.ts';
import { scanEvidence } from '../../shared/log/scan-evidence.ts';
import { openGrowingTree } from '../../shared/log/tiles.ts';
import type { NamedVersion } from '../../shared/notices/notice.ts';
import { findNotice, findNoticeByName, listNotices, listNoticeVersions } from '../../shared/notices/notice.ts';
import { newIdentifier } from '../../shared/runtime/identifier.ts';
import { atOnce } from '../../shared/runtime/retry.ts';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { attempt } from '../../shared/runtime/values.ts';
import { Channel, Lang } from '../../shared/schema/vocabulary.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { getItem } from '../../shared/store/read.ts';
import type { Table } from '../../shared/store/table.ts';
import { readNoticeFolder } from '../notices/folder.ts';
import { compare, publish } from '../notices/publish.ts';

const demoFolder = join(import.meta.dirname, 'demo');

/** A version of a notice: its folder in `demo/`, and how many days before the start it was published. */
interface DemoVersion {
  readonly folder: string;
  readonly daysAgo: number;
}

interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly consentRegisterEnabled: boolean;
  readonly user: { readonly name: string; readonly email: string };
  /** The user of a mailing tool, who may only check people. */
  readonly sender?: { readonly name: string; readonly email: string };
  readonly project?: { readonly uid: string; readonly name: string };
  /** The versions of each notice; the last one is current. */
  readonly notices: readonly (readonly DemoVersion[])[];
  /** A file in `demo/` with the project's consents. */
  readonly consents?: string;
}

/** How many days before the start the accounts, their users and their first notices were created. */
const opened = 400;

/** Developers script against this data. Keep it stable, including the PIDs, which follow the order of the notices. */
export const demoAccounts = {
  demoShop: {
    id: '00000000000000000000000000000001',
    name: 'Demo Shop',
    consentRegisterEnabled: true,
    user: { name: 'Demo User', email: 'demo@example.com' },
    sender: { name: 'Mailing Tool', email: 'sender@example.com' },
    project: { uid: 'demo-shop', name: 'Demo Shop' },
    notices: [
      [
        { folder: 'demo-shop/privacy-1', daysAgo: opened },
        { folder: 'demo-shop/privacy-2', daysAgo: 90 },
      ],
      [{ folder: 'demo-shop/newsletter', daysAgo: opened }],
      [{ folder: 'demo-shop/profiling', daysAgo: 300 }],
    ],
    consents: 'demo-shop/consents.json',
  },
  otherShop: {
    id: '00000000000000000000000000000002',
    name: 'Other Shop',
    consentRegisterEnabled: true,
    user: { name: 'Other User', email: 'other@example.com' },
    project: { uid: 'other-shop', name: 'Other Shop' },
    notices: [[{ folder: 'other-shop/privacy', daysAgo: opened }]],
  },
  newShop: {
    id: '00000000000000000000000000000003',
    name: 'New Shop',
    consentRegisterEnabled: false,
    user: { name: 'New User', email: 'new@example.com' },
    notices: [],
  },
} as const satisfies Record<string, DemoAccount>;

/** Begins a change this many days before the start. */
type ChangeOf = (daysAgo: number) => Change;

/** Publishes the missing versions. */
const provisionNotice = async (
  table: Table,
  accountId: string,
  versions: readonly DemoVersion[],
  changeOf: ChangeOf,
): Promise<void> => {
  const folders = await Promise.all(
    versions.map(async ({ folder, daysAgo }) => ({
      path: folder,
      folder: await readNoticeFolder(join(demoFolder, folder)),
      change: changeOf(daysAgo),
    })),
  );
  const pid = folders[0] && (await findNoticeByName(table, accountId, folders[0].folder.name));
  const current = pid === undefined ? undefined : await findNotice(table, accountId, pid);
  for (const { change, ...folder } of folders.slice(current?.version ?? 0)) {
    await publish({ table, log: undefined }, accountId, await compare(table, accountId, folder), change);
  }
};

/** Consents are written last and together with the user, so a later start does not repeat them. */
const provisionAccount = async (table: Table, account: DemoAccount, start: Date, changeOf: ChangeOf): Promise<void> => {
  const { id: accountId, name, consentRegisterEnabled, user, project, consents } = account;
  const change = changeOf(opened);
  await createAccount(table, { id: accountId, name, consentRegisterEnabled }, change);
  if (project) await createProject(table, { accountId, ...project }, change);
  for (const versions of account.notices) await provisionNotice(table, accountId, versions, changeOf);
  if ((await findUserId(table, user.email)) !== undefined) return;
  const userId = await createUser(table, { accountId, ...user, passwordHash: demoPasswordHash }, change);
  if (userId === undefined || project === undefined || consents === undefined) return;
  await provisionConsents(table, { accountId, projectUid: project.uid, userId }, join(demoFolder, consents), start);
};

/** Senders come after all other users, whose numbers stay as they were. */
const provisionSender = async (table: Table, { id: accountId, sender }: DemoAccount, change: Change): Promise<void> => {
  if (sender === undefined || (await findUserId(table, sender.email)) !== undefined) return;
  await createUser(table, { accountId, ...sender, role: 'sender', passwordHash: demoPasswordHash }, change);
};

/** Partitions that the service itself writes when it starts, one item each. */
const written = [keyOf.verificationKeys().PK, keyOf.evidenceKeys().PK];

const holdsOtherData = async (table: Table): Promise<boolean> => {
  if ((await getItem(table, keyOf.account(demoAccounts.demoShop.id))) !== undefined) return false;
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name, Limit: written.length + 1 }));
  return Items?.some(({ PK }) => !written.includes(PK)) ?? false;
};

/** Creates the missing demo data. Returns false, and creates nothing, if the table holds only other data. */
export const provisionDemo = async (table: Table, now: Date): Promise<boolean> => {
  if (await holdsOtherData(table)) return false;
  const circumstances = { by: await findLocalUser(), command: 'start', reason: 'demo data' };
  const changeOf: ChangeOf = (daysAgo) => beginChange(circumstances, daysBefore(now, daysAgo));
  const accounts: readonly DemoAccount[] = Object.values(demoAccounts);
  for (const account of accounts) await provisionAccount(table, account, now, changeOf);
  for (const account of accounts) await provisionSender(table, account, changeOf(opened));
  return true;
};

/** Distinguishes the key of a start from those that somebody else made of the demo's user. */
const demoKeyNote = 'first consent of the demo';

/**
 * Makes a key of the demo's user, and ends the one of the last start: a key of a start is random and works until the next.
 *
 * @returns the key; undefined if the user is no longer there
 */
export const renewDemoKey = async (table: Table, now: Date): Promise<string | undefined> => {
  const id = await findUserId(table, demoAccounts.demoShop.user.email);
  if (id === undefined) return undefined;
  const owner = { id, accountId: demoAccounts.demoShop.id };
  const change = beginChange({ by: await findLocalUser(), command: 'start', reason: 'demo data' }, now);
  for (const key of await listKeys(table, id)) {
    if (key.note === demoKeyNote && key.endedAt === undefined) await endKey(table, owner, key.id, change);
  }
  const { text, ...key } = newMachineKey({ userId: id, accountId: owner.accountId });
  await createKey(table, key, { note: demoKeyNote }, change);
  return text;
};

/**
 * The page of a person of the demo, by a link that the demo's user asks for.
 *
 * @returns its address; undefined if the user is no longer there
 */
export const makeDemoPage = async (
  table: Table,
  making: Pick<LinkMaking, 'secret' | 'base' | 'now'>,
): Promise<string | undefined> => {
  const userId = await findUserId(table, demoAccounts.demoShop.user.email);
  if (userId === undefined) return undefined;
  const by = { ...making, accountId: demoAccounts.demoShop.id, issuer: { userId, keyId: undefined } };
  const [made] = makeLinks(by, { people: [['email', 'ada@example.com']], days: limits.linkDays });
  return made?.page;
};

/** A moment this many days of 24 hours before another. */
const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * dayMilliseconds);

/** The callers of the demo account, with documentation addresses (RFC 5737). */
const callers = {
  site: { sourceIp: '192.0.2.10', userAgent: 'DemoShop/3.1 (+https://shop.example)' },
  app: { sourceIp: '198.51.100.24', userAgent: 'DemoShopApp/1.7' },
  crm: { sourceIp: '203.0.113.40', userAgent: 'DemoCRM-sync/0.9' },
} as const;

const recordedBy = v.picklist(Object.keys(callers) as (keyof typeof callers)[]);

/** How a file of consents describes a consent and its fate. */
const DemoConsents = v.array(
  v.strictObject({
    daysAgo: v.number(),
    recordedBy,
    /** Name and version of each notice, such as `privacy 1`. */
    notices: v.array(v.string()),
    lang: Lang,
    channel: Channel,
    userData: UserData,
    proof: Proof,
    revoked: v.exactOptional(v.strictObject({ daysAgo: v.number(), recordedBy, channel: Channel, proof: Proof })),
  }),
);
type DemoConsent = v.InferOutput<typeof DemoConsents>[number];

const observe = (by: keyof typeof callers, userId: number, moment: Date): Observed => ({
  userId,
  sessionId: newIdentifier(moment),
  requestId: newIdentifier(moment).slice(-16),
  ...callers[by],
});

/** Versions by name and number of their notice, such as `privacy 1`. */
const findVersions = async (table: Table, accountId: string): Promise<ReadonlyMap<string, NamedVersion>> => {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  const names = new Map(notices.map(({ pid, name }) => [pid, name]));
  return new Map(
    versions.map(({ id, pid, version, contentHash }) => [
      `${names.get(pid)} ${version}`,
      { pid, versionId: id, contentHash },
    ]),
  );
};

/** The account, project and user that the consents are made for. */
interface Recorder {
  readonly accountId: string;
  readonly projectUid: string;
  readonly userId: number;
}

const revoke = async (
  table: Table,
  { accountId, userId }: Recorder,
  ids: readonly string[],
  { recordedBy: by, ...said }: NonNullable<DemoConsent['revoked']>,
  now: Date,
): Promise<void> => {
  const circumstances = { observed: observe(by, userId, now), now, idempotency: undefined };
  for (const id of ids) {
    const revocation = v.parse(Revocation, { id, channel: said.channel, proof: said.proof });
    const items = { consent: await getItem(table, keyOf.consent(accountId, id)) };
    await recordRevocation({ table, log: undefined }, accountId, revocation, { ...circumstances, items });
  }
};

/**
 * Records past consents of fictional people, as the operations would today.
 *
 * @param file JSON with the consents and what became of them
 * @param start the moment that the file's days count back from
 */
const provisionConsents = async (table: Table, recorder: Recorder, file: string, start: Date): Promise<void> => {
  const { accountId, projectUid, userId } = recorder;
  const consents = v.parse(DemoConsents, JSON.parse(await readFile(file, 'utf8')));
  const [project, versions] = await Promise.all([
    findProject(table, accountId, projectUid),
    findVersions(table, accountId),
  ]);
  if (project === undefined) throw new Error('The project of the demo consents is not there.');

  const record = async ({ daysAgo, recordedBy: by, notices, revoked, ...said }: DemoConsent): Promise<void> => {
    const named = notices.flatMap((name) => versions.get(name) ?? []);
    const consentInformationVersionId = named.map(({ versionId }) => versionId);
    const request = v.parse(NewConsents, { projectUid, consentInformationVersionId, ...said });
    const now = daysBefore(start, daysAgo);
    const circumstances = { observed: observe(by, userId, now), now, newId: () => newIdentifier(now) };
    const made = newConsents(accountId, request, { project, versions: named }, circumstances);
    await recordConsents(table, { consents: made, request }, undefined, { answer: undefined, now });
    const ids = made.map(({ id }) => id);
    if (revoked !== undefined) await revoke(table, recorder, ids, revoked, daysBefore(start, revoked.daysAgo));
  };
  await pMap(consents, record, atOnce);
};

/** The password of all demo users. The README publishes it, so no real user may have it. */
export const demoPassword = 'correct horse battery staple';

/** Its hash from `hashPassword`, kept because computing it would cost each start a third of a second. */
const demoPasswordHash = '$2b$12$orRZQeeosfIOyjtGmsSUw.8kVD.uduNdFAmX1gFnJ3GUdvK4TVfvu';

/** The caller's name for changes to data of this machine. In a container a user may have a number alone. */
export const findLocalUser = async (): Promise<string> =>
  `local:${attempt(() => userInfo().username) ?? process.getuid?.()}`;

/** Milliseconds within which what happens comes into one checkpoint, as the job would have made it. */
const together = 15 * 60_000;

const readLeaves = async (table: Table): Promise<Leaf[]> => {
  const leaves: Leaf[] = [];
  for await (const page of scanEvidence(table, 1)) leaves.push(...page.flatMap(leavesOfItem));
  return leaves.sort((one, other) => one.event.time - other.event.time);
};

/** Leaves in the order of their times, a list for each checkpoint. */
const groupByTime = (leaves: readonly Leaf[]): Leaf[][] => {
  const groups: Leaf[][] = [];
  for (const leaf of leaves) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && leaf.event.time < first.event.time + together) groups.at(-1)?.push(leaf);
    else groups.push([leaf]);
  }
  return groups;
};

/**
 * Makes the log of new demo data with the checkpoints that the jobs would have made in the year of the data. Otherwise each document of
 * the demo would leave a doubt, and rightly so. All is written at once: the jobs read what the tables have before each checkpoint, which takes a
 * second. Checkpoints come last, so that an interrupted start is repeated. A log that has one stays as it is.
 */
export const logDemo = async (
  { log, table }: CountSite,
  { encryptionKey, stage }: Wrapping,
  now: Date,
): Promise<void> => {
  if ((await findLastCheckpoint(log)) !== undefined) return;
  const [key, leaves, tree] = await Promise.all([
    openSigningKey(log, 'checkpoints', { encryptionKey, stage }),
    readLeaves(table),
    openGrowingTree(log, 0),
  ]);
  const signer = {
    key: { name: nameLog(stage, key.publicKey), publicKey: key.publicKey },
    sign: key.sign,
  };
  const checkpoints = groupByTime(leaves).map((group) => {
    for (const { entry } of group) tree.append(entry);
    const size = tree.size();
    const time = new Date(Math.min((group.at(-1)?.event.time ?? 0) + together, now.getTime()));
    return { size, note: signCheckpoint({ size, root: tree.root(), time }, signer) };
  });
  const events = leaves.map(({ event }) => event);
  await Promise.all([
    tree.write(log),
    countEvents({ log, table })(events, { from: 0, to: events.length }),
    appendLeaves(log, leaves, now),
  ]);
  await pMap(checkpoints, ({ size, note }) => addCheckpoint(log, size, note), atOnce);
};
