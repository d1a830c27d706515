import * as v from 'valibot';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { Called } from '../../../test/support/caller.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import type { Random } from '../../../test/support/random.ts';
import type { History } from './history.ts';
import type { Tenant } from './tenants.ts';

/** Who reads. `acknowledged` are ids of consents, shared by the clients of a tenant. */
export interface Reader {
  readonly tenant: Tenant;
  readonly random: Random;
  readonly history: History;
  readonly acknowledged: string[];
}

/** Calls an operation; undefined where no answer came, or one that says that the service could not tell. */
type Send = (operation: OperationName, parameters: Parameters) => Promise<Called | undefined>;

/** A read by an extension. Resolves to what is wrong with the answer; undefined where none came. */
type Reading = (reader: Reader, send: Send) => Promise<readonly string[] | undefined>;

/** Consents of one person are recorded by all clients of a tenant. */
export const persons: readonly string[] = ['ada@example.com', 'grace@example.com', 'edsger@example.com'];

/** What is looked at of a statement. */
const Statement = v.object({
  id: v.string(),
  revocation: v.nullable(v.object({ claimed: v.object({ proof: v.object({ url: v.string() }) }) })),
});

/** What was acknowledged has evidence at once. */
const readEvidence: Reading = async ({ acknowledged, random, history }, send) => {
  if (acknowledged.length === 0) return [];
  const id = random.pick(acknowledged);
  const called = await send('getEvidence', { id });
  if (called === undefined) return undefined;
  const told = v.parse(Statement, v.parse(contract.getEvidence.response, called.body).statement);
  if (told.revocation) history.seen.push({ consentId: id, marker: told.revocation.claimed.proof.url });
  return told.id === id ? [] : [`${id}: acknowledged, and its evidence is of ${told.id}`];
};

const readList: Reading = async ({ tenant: { projectUid }, random, history }, send) => {
  const state = random.chance(0.5) ? random.pick(['active', 'revoked']) : undefined;
  const whose = random.pick<Parameters>([{}, { projectUid }, { userData: { email: random.pick(persons) } }]);
  const called = await send('listConsents', { ...whose, ...(state !== undefined && { state }), perPage: 20 });
  if (called === undefined) return undefined;
  const { data } = v.parse(contract.listConsents.response, called.body);
  for (const row of data) if (row.state === 'revoked') history.seen.push({ consentId: row.id });
  return data
    .filter((row) => row.state !== (state ?? row.state))
    .map((row) => `${row.id}: ${row.state}, and listed among those that are ${state}`);
};

const readNotices: Reading = async ({ tenant: { pids } }, send) => {
  const listed = await send('listNotices', {});
  if (listed === undefined) return undefined;
  const { data } = v.parse(contract.listNotices.response, listed.body);
  const told = data.map(({ pid }) => pid).sort((a, b) => a - b);
  const wrong = String(told) === String(pids) ? [] : [`notices ${pids} are there, and ${told} are listed`];
  const id = data[0]?.versions[0]?.id;
  const called = id === undefined ? undefined : await send('getNoticeVersion', { id });
  if (called === undefined) return undefined;
  const version = v.parse(contract.getNoticeVersion.response, called.body);
  return version.pid === data[0]?.pid ? wrong : [...wrong, `version ${id} is of ${version.pid}`];
};

const readProjects: Reading = async ({ tenant: { projectUid } }, send) => {
  const called = await send('listProjects', {});
  if (called === undefined) return undefined;
  const told = v.parse(contract.listProjects.response, called.body).data.map(({ uid }) => uid);
  return String(told) === projectUid ? [] : [`project ${projectUid} is there, and ${told} are listed`];
};

/** Nobody feeds the log of the run, so that nothing is counted. */
const readOverview: Reading = async (_, send) => {
  const called = await send('getOverview', {});
  if (called === undefined) return undefined;
  const { countTime, data } = v.parse(contract.getOverview.response, called.body);
  return countTime === null && data.length === 0 ? [] : ['an overview of a log that has nothing tells of months'];
};

/** What clients read by the extensions. They change nothing. */
export const readings: readonly Reading[] = [readEvidence, readList, readNotices, readProjects, readOverview];
