import { readFile } from 'node:fs/promises';
import pMap from 'p-map';
import * as v from 'valibot';
import { findProject } from '../../shared/identity/project.ts';
import type { Observed } from '../../shared/consents/consent.ts';
import { Proof, UserData } from '../../shared/consents/evidence.ts';
import { newConsents } from '../../shared/consents/new-consent.ts';
import { recordConsents } from '../../shared/consents/recording.ts';
import { NewConsents, Revocation } from '../../shared/consents/request.ts';
import { recordRevocation } from '../../shared/consents/revocation.ts';
import { newIdentifier } from '../../shared/identifier.ts';
import { listNotices, listNoticeVersions } from '../../shared/notices/notice.ts';
import type { NamedVersion } from '../../shared/notices/reference.ts';
import { Channel, Lang } from '../../shared/schema/vocabulary.ts';
import type { Table } from '../../shared/store/client.ts';
import { dayMilliseconds } from '../../shared/time.ts';

/** A moment this many days of 24 hours before another. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * dayMilliseconds);

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
  const circumstances = { observed: observe(by, userId, now), now, idempotency: undefined, items: [] };
  for (const id of ids) {
    const revocation = v.parse(Revocation, { id, channel: said.channel, proof: said.proof });
    await recordRevocation(table, accountId, revocation, circumstances);
  }
};

/**
 * Records past consents of fictional people, as the operations would today.
 *
 * @param file JSON with the consents and what became of them
 * @param start the moment that the file's days count back from
 */
export const provisionConsents = async (table: Table, recorder: Recorder, file: string, start: Date): Promise<void> => {
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
  await pMap(consents, record, { concurrency: 8 });
};
