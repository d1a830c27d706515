import type { UserData } from '../../../shared/consents/evidence.ts';
import { findableValues } from '../../../shared/consents/evidence.ts';
import { newConsents } from '../../../shared/consents/new-consent.ts';
import { recordConsents } from '../../../shared/consents/recording.ts';
import { revokeConsent } from '../../../shared/consents/revocation.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import { findProject } from '../../../shared/identity/project.ts';
import { limits } from '../../../shared/limits.ts';
import { toNamedVersion } from '../../../shared/notices/reference.ts';
import type { Table } from '../../../shared/store/client.ts';
import { batchGet } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { transact } from '../../../shared/store/write.ts';
import type { Tenant } from '../../../test/support/builders.ts';
import { newTenant } from '../../../test/support/builders.ts';
import { noise } from '../../../test/support/noise.ts';

/** An account in which a person is to be erased, and another one is not. */
export interface Ground {
  readonly tenant: Tenant;
  readonly hers: readonly string[];
  readonly others: readonly string[];
  /** Of both, what was revoked: of the other person the consent that keeps the proof for two more. */
  readonly ended: readonly string[];
}

const past = new Date('2026-03-01T12:00:00.000Z');

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'A browser',
  requestId: 'r-1',
};

const toProof = (bytes: number) => ({ html: noise(bytes).toString('base64') });

/** Records consents to several notices by one request of the past. */
const record = async (
  table: Table,
  { accountId, projectUid }: Tenant,
  pids: readonly number[],
  { userData, proof }: { readonly userData: UserData; readonly proof: Record<string, string> },
): Promise<string[]> => {
  const project = await findProject(table, accountId, projectUid);
  const heads = await batchGet(
    table,
    pids.map((pid) => keyOf.notice(accountId, pid)),
    { consistent: true },
  );
  const notices = pids.map((pid) => ({ pid }));
  const versions = heads.map((head, i) => toNamedVersion(notices[i] ?? { pid: 0 }, head ?? {}));
  if (project === undefined) throw new Error('There is no project.');
  const values = findableValues(userData);
  const request = {
    projectUid,
    notices,
    isList: true,
    userData,
    proof,
    values,
    lang: 'eng',
    channel: 'web',
  } as const;
  const circumstances = { observed, now: past, newId: () => newIdentifier(past) };
  const consents = newConsents(accountId, request, { project, versions }, circumstances);
  await recordConsents(table, { consents, request }, undefined, { answer: undefined, now: past });
  return consents.map(({ id }) => id);
};

const revoke = async (
  table: Table,
  { accountId }: Tenant,
  id: string,
  proof: Record<string, string>,
): Promise<void> => {
  const now = new Date(past.getTime() + 1_000);
  await transact(table, revokeConsent(accountId, { id, channel: 'email', proof }, { observed, now }));
};

/**
 * Her consents have every shape: alone, with a key of the site's own, with a proof for several, revoked briefly and at length.
 */
export const newGround = async (table: Table): Promise<Ground> => {
  const tenant = await newTenant({ notices: 3 });
  const pids = tenant.notices.map(({ pid }) => pid);
  const ada = { email: 'ada@example.com', club: 'C-1', first_name: 'Ada' };
  const alone = await record(table, tenant, pids.slice(0, 1), { userData: ada, proof: toProof(100) });
  const together = await record(table, tenant, pids, { userData: ada, proof: toProof(limits.ownProofBytes * 3) });
  const revoked = await record(table, tenant, pids.slice(0, 2), {
    userData: { email: 'ADA@example.com' },
    proof: toProof(100),
  });
  const [briefly = '', atLength = ''] = revoked;
  for (const [id, bytes] of [
    [briefly, 100],
    [atLength, limits.ownRevocationBytes],
  ] as const)
    await revoke(table, tenant, id, toProof(bytes));
  const others = await record(table, tenant, pids, {
    userData: { email: 'bo@example.com', club: 'C-1', first_name: 'Ada' },
    proof: toProof(limits.ownProofBytes * 3),
  });
  const [keeper = ''] = others;
  await revoke(table, tenant, keeper, toProof(100));
  return { tenant, hers: [...alone, ...together, ...revoked], others, ended: [...revoked, keeper] };
};
