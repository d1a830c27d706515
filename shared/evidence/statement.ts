import type { Observed } from '../consents/consent.ts';
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
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly requestId: string;
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
  readonly observed: ObservedStatement;
  readonly revocation: RevocationStatement | null;
  readonly notice: NoticeStatement;
  /** In the span that was asked about, and now. */
  readonly state: StateStatement;
  readonly stateNow: StateStatement;
  readonly times: TimesStatement;
  readonly erasure: { readonly time: string } | null;
  /** When this was told. */
  readonly toldAt: string;
}

const tellObserved = ({ users }: Holdings, time: Date, { userId, ...seen }: Observed): ObservedStatement => ({
  time: time.toISOString(),
  user: { id: userId, name: users.get(userId)?.name ?? null },
  ...seen,
});

const tellRevocation = (holdings: Holdings): RevocationStatement | null => {
  const { revokeTime, revokeChannel, revokeProof, revokeObserved } = holdings.consent;
  if (revokeTime === undefined) return null;
  return {
    claimed: { channel: revokeChannel ?? null, proof: revokeProof ?? null },
    observed: revokeObserved ? tellObserved(holdings, revokeTime, revokeObserved) : null,
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
    observed: tellObserved(holdings, time, consent.observed),
    revocation: tellRevocation(holdings),
    notice: tellNotice(holdings),
    state: stateIn(times, asked ?? spanOf(now), now),
    stateNow: stateIn(times, spanOf(now), now),
    times: tellTimes(times),
    erasure: eraseTime ? { time: eraseTime.toISOString() } : null,
    toldAt: now.toISOString(),
  };
};
