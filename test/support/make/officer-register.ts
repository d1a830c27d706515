import type { UserData } from '../../../shared/consents/person-data.ts';
import type { ConsentState } from '../../../shared/consents/state.ts';
import { createProject } from '../../../shared/identity/project.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import type { Tenant } from './builders.ts';
import { newTenant, noticeContent } from './builders.ts';
import { changeAt, endAt } from './changes.ts';
import { createNotice, publishVersion } from './notices.ts';
import type { Stocked } from './stock.ts';
import { findShelf, stock } from './stock.ts';
import { table } from './table.ts';

/** A consent of the tenant's first notice and project, and when it was revoked. */
export interface Told extends Pick<Stocked, 'lang' | 'channel'> {
  readonly given: string;
  readonly revoked?: string;
}

/** Puts consents into the table as if they had been given and revoked at times in the past. */
export const putPast = async (tenant: Tenant, consents: readonly Told[]): Promise<void> => {
  const { accountId, projectUid, pid } = tenant;
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const stocked = consents.map(({ given, lang = 'eng', channel = 'web' }) => ({
    time: new Date(given),
    lang,
    channel,
    userData: { email: 'ada@example.com' },
  }));
  const ids = await stock(table, shelf, stocked);
  for (const [i, { revoked }] of consents.entries()) {
    if (revoked !== undefined) await endAt(accountId, ids[i] ?? '', 'revokeTime', new Date(revoked));
  }
};

const day = 86_400_000;

/** A moment some days after the first one of the register, for whole numbers at noon. */
export const onDay = (days: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + days * day);

/** A version as tests reckon with it. */
export interface Version {
  readonly pid: number;
  readonly name: string;
  readonly number: number;
  readonly id: string;
  readonly validityDays: number;
  /** When a later version that asks again was published. */
  readonly askedAgain?: Date;
}

/** A consent as it was put into the table. */
export interface Seeded {
  readonly id: string;
  readonly projectUid: string;
  readonly version: Version;
  readonly lang: Lang;
  readonly channel: Channel;
  readonly given: Date;
  readonly userData: UserData;
  readonly revoked?: Date | undefined;
  readonly erased?: Date | undefined;
}

/** The state at a moment, reckoned another way than the register does; undefined before the consent was given. */
export const reckonState = (
  { given, version, revoked, erased }: Seeded,
  at: Date,
): { readonly state: ConsentState; readonly since: Date } | undefined => {
  if (at < given) return undefined;
  if (erased !== undefined && erased <= at) return { state: 'erased', since: erased };
  if (revoked !== undefined && revoked <= at) return { state: 'revoked', since: revoked };
  const expires = version.validityDays > 0 ? given.getTime() + version.validityDays * day : Number.POSITIVE_INFINITY;
  const superseded = version.askedAgain
    ? Math.max(version.askedAgain.getTime(), given.getTime())
    : Number.POSITIVE_INFINITY;
  const end = Math.min(expires, superseded);
  if (end > at.getTime()) return { state: 'active', since: given };
  return { state: end === expires ? 'expired' : 'superseded', since: new Date(end) };
};

/** Publishes versions of a new notice, one on each day that is said. */
export const publish = async (
  { accountId }: Tenant,
  versions: readonly { readonly onDay: number; readonly content: Partial<NoticeContent> }[],
): Promise<Version[]> => {
  const heads: (Omit<Version, 'askedAgain'> & { askAgain: boolean; at: Date })[] = [];
  for (const { onDay: days, content } of versions) {
    const first = heads[0];
    const full = noticeContent(content);
    const at = onDay(days);
    const head = first
      ? await publishVersion(table, accountId, first.pid, full, at)
      : await createNotice(table, accountId, full, at);
    heads.push({
      ...head,
      number: head.version,
      id: head.versionId,
      validityDays: full.validityDays,
      askAgain: full.askAgain === true,
      at,
    });
  }
  return heads.map(({ pid, name, number, id, validityDays }, i) => {
    const askedAgain = heads.slice(i + 1).find(({ askAgain }) => askAgain)?.at;
    return { pid, name, number, id, validityDays, ...(askedAgain && { askedAgain }) };
  });
};

/** What tests draw of a consent. */
export type Draft = Omit<Seeded, 'id'>;

/** An account with three projects and two notices: one with four versions, whose third asks again, and one without limit. */
export const newRegister = async () => {
  const tenant = await newTenant({ notices: 0 });
  const projects = ['shop', 'club', 'app'].map((name) => `${tenant.projectUid}-${name}`);
  for (const uid of projects) {
    await createProject(table, { accountId: tenant.accountId, uid, name: uid }, changeAt());
  }
  const privacy = await publish(tenant, [
    { onDay: 0, content: { validityDays: 20 } },
    { onDay: 10, content: { validityDays: 0, title: { eng: 'Second' } } },
    { onDay: 20, content: { validityDays: 30, askAgain: true } },
    { onDay: 30, content: { validityDays: 0, title: { eng: 'Fourth' } } },
  ]);
  const newsletter = await publish(tenant, [{ onDay: 0, content: {} }]);
  return { tenant, projects, versions: [...privacy, ...newsletter] };
};

/** Puts the consents into the table of an account, and ends those that were ended. */
export const seedConsents = async ({ accountId }: Tenant, drafts: readonly Draft[]): Promise<Seeded[]> => {
  const seeded: Seeded[] = [];
  for (const draft of drafts) {
    const { projectUid, version, given, revoked, erased } = draft;
    const shelf = await findShelf(table, accountId, projectUid, version.pid);
    const [id = ''] = await stock(table, { ...shelf, version: { ...shelf.version, versionId: version.id } }, [
      { ...draft, time: given },
    ]);
    if (revoked !== undefined) await endAt(accountId, id, 'revokeTime', revoked);
    if (erased !== undefined) await endAt(accountId, id, 'eraseTime', erased);
    seeded.push({ ...draft, id });
  }
  return seeded;
};
