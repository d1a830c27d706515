import type { StoredObserved } from '../consents/consent.ts';
import type { Proof, UserData } from '../consents/evidence.ts';
import type { ConsentRecord } from '../consents/record.ts';
import { toConsentRecord } from '../consents/record.ts';
import { timesOf } from '../consents/state.ts';
import type { Channel, Lang } from '../schema/vocabulary.ts';
import type { Holdings } from './holdings.ts';
import type { NoticeStatement } from './notice-statement.ts';
import { tellNotice } from './notice-statement.ts';
import type { Span, StateStatement, TimesStatement } from './state-statement.ts';
import { spanOf, stateIn, tellTimes } from './state-statement.ts';

/** What the register saw itself of a call (docs/contract.md, What the register observes). */
export interface ObservedStatement {
  /** By the register's clock. */
  readonly time: string;
  /** Who called; the name is null where the user is no more. */
  readonly user: { readonly id: number; readonly name: string | null };
  readonly sessionId: string;
  /** Null where the consent was erased, like what the caller's program called itself. */
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/**
 * That the consent was imported, and what its file said that another register observed of it: this one observed nothing
 * (docs/contract.md, Imported consents).
 */
export interface ImportStatement {
  readonly source: string;
  readonly line: number;
  readonly time: string;
  readonly by: string;
  readonly observed: (Omit<ObservedStatement, 'user'> & { readonly userId: number }) | null;
  readonly revocationObserved: ImportStatement['observed'];
}

/** A revocation: what the site said of it apart from what the register saw. */
interface RevocationStatement {
  readonly claimed: { readonly channel: Channel | null; readonly proof: Proof | null };
  readonly observed: ObservedStatement | null;
}

/**
 * All that the register holds of one consent, as a value that JSON can hold. Times are ISO 8601, but for those of the record, which is
 * as the interface answers it.
 */
export interface Statement {
  readonly id: string;
  readonly account: { readonly id: string; readonly name: string };
  /** The name is null where the account has the project no more. */
  readonly project: { readonly uid: string; readonly id: string; readonly name: string | null };
  readonly record: ConsentRecord;
  /** What the site said when it recorded the consent; the register cannot know whether it is so. */
  readonly claimed: {
    readonly projectUid: string;
    readonly lang: Lang;
    readonly channel: Channel;
    readonly proof: Proof;
    readonly userData: UserData;
  };
  /** Null where the consent was imported. */
  readonly observed: ObservedStatement | null;
  readonly revocation: RevocationStatement | null;
  readonly imported: ImportStatement | null;
  readonly notice: NoticeStatement;
  /** In the span that was asked about, and now. */
  readonly state: StateStatement;
  readonly stateNow: StateStatement;
  readonly times: TimesStatement;
  readonly erasure: { readonly time: string } | null;
  /** When this was told. */
  readonly toldAt: string;
}

const tellSeen = (time: Date, { sessionId, requestId, sourceIp, userAgent }: StoredObserved) => ({
  ...{ time: time.toISOString(), sessionId, sourceIp: sourceIp ?? null, userAgent: userAgent ?? null, requestId },
});

const tellObserved = ({ users }: Holdings, time: Date, observed: StoredObserved): ObservedStatement => {
  const { time: at, ...seen } = tellSeen(time, observed);
  return { time: at, user: { id: observed.userId, name: users.get(observed.userId)?.name ?? null }, ...seen };
};

const tellElsewhere = (time: Date, observed: StoredObserved | undefined): ImportStatement['observed'] =>
  observed === undefined ? null : { userId: observed.userId, ...tellSeen(time, observed) };

const tellImport = ({ consent }: Holdings): ImportStatement | null => {
  const { imported, time, observed, revokeTime, revokeObserved } = consent;
  if (imported === undefined) return null;
  const { source, line, at, by, withRevocation } = imported;
  return {
    ...{ source, line, time: at.toISOString(), by },
    observed: tellElsewhere(time, observed),
    revocationObserved: withRevocation && revokeTime ? tellElsewhere(revokeTime, revokeObserved) : null,
  };
};

const tellRevocation = (holdings: Holdings, revoked: Date | undefined): RevocationStatement | null => {
  if (revoked === undefined) return null;
  const { revokeChannel, revokeProof, revokeObserved, imported } = holdings.consent;
  const isObserved = revokeObserved !== undefined && !imported?.withRevocation;
  return {
    claimed: { channel: revokeChannel ?? null, proof: revokeProof ?? null },
    observed: isObserved ? tellObserved(holdings, revoked, revokeObserved) : null,
  };
};

/**
 * @param clock of this machine; where that of the register was ahead of it when the consent was given, it is told as of then
 * @param asked the span that is asked about; now without it
 */
export const toStatement = (holdings: Holdings, clock: Date, asked?: Span): Statement => {
  const { account, consent, project, version } = holdings;
  const now = consent.time > clock ? consent.time : clock;
  const { id, projectUid, projectId, lang, channel, proof, userData, time, revokeTime, eraseTime } = consent;
  const times = timesOf({ given: time, revoked: revokeTime, erased: eraseTime }, version);
  return {
    id,
    account: { id: account.id, name: account.name },
    project: { uid: projectUid, id: projectId, name: project?.name ?? null },
    record: toConsentRecord(consent),
    claimed: { projectUid, lang, channel, proof, userData },
    observed: consent.observed && !consent.imported ? tellObserved(holdings, time, consent.observed) : null,
    revocation: tellRevocation(holdings, times.revoked),
    imported: tellImport(holdings),
    notice: tellNotice(holdings),
    state: stateIn(times, asked ?? spanOf(now), now),
    stateNow: stateIn(times, spanOf(now), now),
    times: tellTimes(times),
    erasure: eraseTime ? { time: eraseTime.toISOString() } : null,
    toldAt: now.toISOString(),
  };
};
