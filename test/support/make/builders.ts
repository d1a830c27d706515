import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Part } from '../../../shared/api/budget.ts';
import { lifetimes } from '../../../shared/api/limits.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { issueTokenSet } from '../../../shared/identity/access-token.ts';
import { createAccount } from '../../../shared/identity/account.ts';
import { openSigningKey } from '../../../shared/identity/keys/signing-key.ts';
import { newMachineKey } from '../../../shared/identity/machine-key.ts';
import type { KeyTerms } from '../../../shared/identity/machine-keys.ts';
import { createKey } from '../../../shared/identity/machine-keys.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { startSession } from '../../../shared/identity/session.ts';
import type { User } from '../../../shared/identity/user.ts';
import { createUser, findUser, usualRole } from '../../../shared/identity/user.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import type { NoticeHead } from '../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/read.ts';
import type { Item, Key, Table } from '../../../shared/store/table.ts';
import { write } from '../../../shared/store/write.ts';
import type { Parameters } from '../call/event.ts';
import { invoke } from '../call/invoke.ts';
import { changeAt } from './changes.ts';
import { createNotice } from './notices.ts';
import { passwordHash } from './password.ts';
import { writeItems } from './stock.ts';
import { table } from './table.ts';

const getSigningKey = openSigningKey(process.env.SIGNING_KEY_SECRET ?? '');

let serial = 0;

export const noticeContent = (overrides: Partial<NoticeContent> = {}): NoticeContent => ({
  validityDays: 0,
  notification: false,
  title: { eng: 'Privacy notice', ita: 'Informativa' },
  descriptionHtml: { eng: '<p>We process your data.</p>', ita: '<p>Trattiamo i tuoi dati.</p>' },
  ...overrides,
});

/** An account with a user, a session, a project and notices. */
export interface Tenant {
  readonly accountId: string;
  readonly userId: number;
  readonly email: string;
  readonly projectUid: string;
  readonly notices: readonly NoticeHead[];
  /** PID of the first notice. */
  readonly pid: number;
  readonly token: string;
  readonly refreshToken: string;
}

const beginSession = async (
  wherever: Table,
  user: Pick<User, 'id' | 'accountId' | 'sessionEpoch' | 'role'>,
  now: Date,
): Promise<{ token: string; refreshToken: string }> => {
  const { session, refreshToken } = await startSession(
    wherever,
    { userId: user.id, accountId: user.accountId, epoch: user.sessionEpoch },
    { id: newIdentifier(now), lifetime: 30 * 24 * 60 * 60, now },
  );
  const key = await getSigningKey(now);
  const tokens = issueTokenSet(session, user, refreshToken, { key, lifetime: lifetimes.accessTokenSeconds, now });
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
};

/** Starts a session without a login, whose bcrypt would take most of a test's time. */
export const signIn = async (userId: number): Promise<{ token: string; refreshToken: string }> => {
  const user = await findUser(table, userId);
  if (user === undefined) throw new Error('No such user.');
  return beginSession(table, user, new Date());
};

/** Makes a key for machines of a user. @returns its text, as a token of calls, and its id */
export const newKey = async (
  { userId, accountId }: Pick<Tenant, 'userId' | 'accountId'>,
  terms: KeyTerms = {},
): Promise<{ token: string; keyId: string }> => {
  const { text: token, ...key } = newMachineKey({ userId, accountId });
  await createKey(table, key, terms, changeAt());
  return { token, keyId: key.keyId };
};

/** Of what has a number. */
type Series = 'USER' | 'NOTICE';

/** A table that keeps what is written to it, in this process. */
interface CollectingTable extends Table {
  readonly written: readonly (Key & Item)[];
}

/**
 * Takes what creates things of new ids, without the conditions that then hold.
 *
 * @param takeNumber the next number of a series, that of a user or a notice
 */
const collectWrites = (name: string, takeNumber: (series: Series) => Promise<number>): CollectingTable => {
  const written: (Key & Item)[] = [];
  const seriesOf = ({ PK, SK }: Partial<Key>): Series => {
    const found = (['USER', 'NOTICE'] as const).find((series) => {
      const counter = keyOf.counter(series);
      return counter.PK === PK && counter.SK === SK;
    });
    if (found === undefined) throw new Error(`Only what is new can be collected, not a change of ${PK}.`);
    return found;
  };
  const findWritten = ({ PK, SK }: Partial<Key>) => written.find((item) => item.PK === PK && item.SK === SK);
  const take = ({ Put, Update }: NonNullable<TransactWriteCommandInput['TransactItems']>[number]): void => {
    const { Key: key = {}, ExpressionAttributeValues: values } = Update ?? {};
    const account = findWritten(key);
    if (Put) written.push(Put.Item as Key & Item);
    else if (account) Object.assign(account, { roster: values?.[':next'] });
    else seriesOf(key);
  };
  const send = async (command: unknown): Promise<object> => {
    if (command instanceof QueryCommand) {
      const { ':partition': partition, ':beginning': beginning } = command.input.ExpressionAttributeValues ?? {};
      return { Items: written.filter(({ PK, SK }) => PK === partition && SK.startsWith(beginning)) };
    }
    if (command instanceof GetCommand) {
      const found = findWritten(command.input.Key ?? {});
      if (found) return { Item: found };
      return { Item: { last: (await takeNumber(seriesOf(command.input.Key ?? {}))) - 1 } };
    }
    if (command instanceof PutCommand) take({ Put: command.input });
    else if (command instanceof TransactWriteCommand) for (const item of command.input.TransactItems ?? []) take(item);
    else throw new Error('Only writes of what is new can be collected.');
    return {};
  };
  const client: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { name, client, written };
};

/** Of a series, as many numbers as a file with many tenants needs: taken with one call, given away without one. */
const lotSize = 500;
const lots = new Map<Series, Promise<{ next: number; readonly end: number }>>();

const reserveLot = async (series: Series): Promise<{ next: number; readonly end: number }> => {
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.counter(series),
      UpdateExpression: 'ADD #last :lot',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':lot': lotSize },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const end = Number(Attributes?.last) + 1;
  return { next: end - lotSize, end };
};

/** A number that nobody else gets, of a series of the table. */
const takeNumber = async (series: Series): Promise<number> => {
  const reserved = lots.get(series) ?? reserveLot(series);
  lots.set(series, reserved);
  const lot = await reserved;
  if (lot.next < lot.end) {
    lot.next += 1;
    return lot.next - 1;
  }
  if (lots.get(series) === reserved) lots.delete(series);
  return takeNumber(series);
};

/**
 * A tenant of its own for a test, so that tests of a file do not see one another's data. The code of commands makes it;
 * what they write goes to the table at once: the engine takes ten times as long over their transactions.
 */
export const newTenant = async ({ enabled = true, notices: count = 1 } = {}): Promise<Tenant> => {
  serial += 1;
  const now = new Date();
  const collecting = collectWrites(table.name, takeNumber);
  const account = { name: `Account ${serial}`, consentRegisterEnabled: enabled };
  const accountId = await createAccount(collecting, account, changeAt(now));
  const projectUid = `project-${serial}`;
  await createProject(collecting, { accountId, uid: projectUid, name: 'A project' }, changeAt(now));
  const email = `user-${serial}@example.com`;
  const user = { accountId, name: 'A User', email, passwordHash: passwordHash() };
  const userId = (await createUser(collecting, user, changeAt(now))) ?? 0;
  const notices: NoticeHead[] = [];
  for (let i = 0; i < count; i += 1) notices.push(await createNotice(collecting, accountId, noticeContent(), now));
  const tokens = await beginSession(collecting, { id: userId, accountId, sessionEpoch: 1, role: usualRole }, now);
  await writeItems(table, collecting.written);
  return { accountId, userId, email, projectUid, notices, pid: notices[0]?.pid ?? 0, ...tokens };
};

/** Valid parameters of `add` for a tenant. */
export const consentOf = ({ projectUid, pid }: Tenant, overrides: Parameters = {}): Parameters => ({
  projectUid,
  ...(!('consentInformationVersionId' in overrides) && { consentInformationPid: pid }),
  proof: { url: 'https://shop.example/checkout', html: '<form></form>' },
  userData: { email: 'ada@example.com' },
  ...overrides,
});

/** Records a consent through the interface and returns its answer's body. */
export const addConsent = async (tenant: Tenant, overrides: Parameters = {}) => {
  const { status, body } = await invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token });
  if (status !== 200) throw new Error(`The consent was refused: ${JSON.stringify(body)}`);
  return body;
};

/** The record of a consent, as the interface shows it. */
export const findRecord = async ({ token }: Pick<Tenant, 'token'>, id: string): Promise<ConsentRecord> => {
  const { body } = await invoke('searchConsents', { id, userData: '' }, { token });
  const [record] = body.data;
  if (record === undefined) throw new Error('There is no such consent.');
  return record;
};

/** Takes so many units of what the calls of a tenant may use in this minute and the next, by default all of them. */
export const spendUnits = async (
  { accountId }: Pick<Tenant, 'accountId'>,
  part: Part = 'searches',
  units = 480_000,
): Promise<void> => {
  const minute = Math.floor(Date.now() / 60_000);
  for (const end of [(minute + 1) * 60, (minute + 2) * 60]) {
    await write(table, {
      update: keyOf.units(accountId, end),
      expression: 'SET expiresAt = :end, #part = :units',
      condition: 'attribute_not_exists(PK) OR expiresAt = :end',
      names: { '#part': part },
      values: { ':end': end, ':units': units },
    });
  }
};

/** What the table says that the calls of a tenant have used, in all minutes. */
export const findUnits = async ({ accountId }: Pick<Tenant, 'accountId'>, part: Part): Promise<number> => {
  const items = await queryItems(table, { PK: keyOf.units(accountId, 0).PK, SK: '' });
  return items.reduce((sum, item) => sum + Number(item[part] ?? 0), 0);
};
