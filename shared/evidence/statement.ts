import { toCanonicalJson } from '../canonical.ts';
import type { StoredObserved } from '../consents/consent.ts';
import { toConsentRecord } from '../consents/record.ts';
import { timesOf } from '../consents/state.ts';
import { tellNaming } from '../notices/naming.ts';
import { tellCompleteness } from './completeness.ts';
import type { Holdings } from './holdings.ts';
import { tellNotice } from './notice-statement.ts';
import { hashTexts, joinMembers, writeParts } from './part-texts.ts';
import type { Span } from './state-statement.ts';
import { spanOf, stateIn, tellTimes } from './state-statement.ts';
import type { PartName } from './statement-format.ts';
import { statementFormat } from './statement-format.ts';
import type { ImportStatement, ObservedStatement, RevocationStatement, Statement } from './statement-schema.ts';

type Parts = Pick<Statement, PartName>;

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

const tellRecord = (consent: Holdings['consent']): Statement['record'] => {
  const { proof: _, userData: __, revokeProof: ___, ...record } = toConsentRecord(consent);
  return record;
};

const tellHeld = (holdings: Holdings, now: Date, asked: Span): Omit<Parts, 'completeness'> => {
  const { account, consent, project, version } = holdings;
  const { projectUid, projectId, byPid, lang, channel, proof, userData, time, revokeTime, eraseTime } = consent;
  const times = timesOf({ given: time, revoked: revokeTime, erased: eraseTime }, version);
  return {
    account: { id: account.id, name: account.name },
    project: { uid: projectUid, id: projectId, name: project?.name ?? null },
    record: tellRecord(consent),
    claimed: { projectUid, lang, channel, proof, userData, noticeNamedBy: tellNaming(byPid) },
    observed: consent.observed && !consent.imported ? tellObserved(holdings, time, consent.observed) : null,
    revocation: tellRevocation(holdings, times.revoked),
    imported: tellImport(holdings),
    notice: tellNotice(holdings),
    state: stateIn(times, asked, now),
    stateNow: stateIn(times, spanOf(now), now),
    times: tellTimes(times),
    erasure: eraseTime ? { time: eraseTime.toISOString() } : null,
  };
};

const tellParts = (...held: Parameters<typeof tellHeld>): Parts => {
  const parts = tellHeld(...held);
  return { ...parts, completeness: tellCompleteness(parts) };
};

/** What would make the consent stronger, as at any time. */
export const toGaps = (holdings: Holdings): Statement['completeness']['gaps'] => {
  const { time } = holdings.consent;
  return tellParts(holdings, time, spanOf(time)).completeness.gaps;
};

/**
 * The time of a statement: never before anything that it says about the consent. A clock that is ahead may have written
 * that, or it came while the consent was read.
 */
const momentOf = ({ time, revokeTime, eraseTime }: Holdings['consent'], clock: Date): Date =>
  [time, revokeTime, eraseTime].reduce<Date>((latest, each) => (each && each > latest ? each : latest), clock);

/** A statement without its hashes. @param clock of this machine @param asked the requested span. Default: now */
const tellAll = (holdings: Holdings, clock: Date, asked?: Span) => {
  const { id } = holdings.consent;
  const now = momentOf(holdings.consent, clock);
  const head = { format: statementFormat, id, issuedAt: now.toISOString() } as const;
  return { head, parts: tellParts(holdings, now, asked ?? spanOf(now)) };
};

/**
 * Everything that the register holds about one consent, as a value for JSON (docs/evidence.md). Its parameters are
 * those of `tellAll`.
 */
export const toStatement = (...held: Parameters<typeof tellAll>): Statement => {
  const { head, parts } = tellAll(...held);
  return { ...head, ...parts, hashes: hashTexts(writeParts(parts)) };
};

/** The canonical JSON of the same. Each part is written once, for its hash and for the whole. */
export const writeStatement = (...held: Parameters<typeof tellAll>): string => {
  const { head, parts } = tellAll(...held);
  const texts = writeParts(parts);
  const { format, id, issuedAt } = head;
  return joinMembers({
    ...texts,
    ...{ format: toCanonicalJson(format), id: toCanonicalJson(id), issuedAt: toCanonicalJson(issuedAt) },
    hashes: toCanonicalJson(hashTexts(texts)),
  });
};
