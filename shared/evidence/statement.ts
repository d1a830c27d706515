import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../canonical.ts';
import type { StoredObserved } from '../consents/consent.ts';
import { findText, textOf } from '../consents/evidence.ts';
import { nameKeys } from '../consents/known-keys.ts';
import { toConsentRecord } from '../consents/record.ts';
import { timesOf } from '../consents/state.ts';
import type { NoticeContent } from '../notices/content.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { tellNaming } from '../notices/naming.ts';
import type { NoticeVersion } from '../notices/notice.ts';
import { contentHash } from '../notices/text.ts';
import { remember } from '../remember.ts';
import { isMailbox } from '../schema/mailbox.ts';
import type { Holdings } from './holdings.ts';
import type { Span } from './state-statement.ts';
import { spanOf, stateIn, tellTimes } from './state-statement.ts';
import type { Gap, PartName } from './statement-format.ts';
import { gaps, partNames, statementFormat } from './statement-format.ts';
import type {
  CompletenessStatement,
  HashStatement,
  ImportStatement,
  NoticeStatement,
  ObservedStatement,
  RevocationStatement,
  Statement,
  VersionStatement,
} from './statement-schema.ts';

type Parts = Pick<Statement, PartName>;

const tellSeen = (time: Date, { sessionId, requestId, sourceIp, userAgent }: StoredObserved) => ({
  time: time.toISOString(),
  sessionId,
  sourceIp: sourceIp ?? null,
  userAgent: userAgent ?? null,
  requestId,
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
    source,
    line,
    time: at.toISOString(),
    by,
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
    format: toCanonicalJson(format),
    id: toCanonicalJson(id),
    issuedAt: toCanonicalJson(issuedAt),
    hashes: toCanonicalJson(hashTexts(texts)),
  });
};

/** The canonical JSON of each part of a statement. */
export type PartTexts = Readonly<Record<PartName, string>>;

const mapParts = <Result>(make: (name: PartName) => Result) =>
  Object.fromEntries(partNames.map((name) => [name, make(name)])) as Record<PartName, Result>;

const writeParts = (parts: Pick<Statement, PartName>): PartTexts => mapParts((name) => toCanonicalJson(parts[name]));

const hashTexts = (texts: PartTexts): Statement['hashes'] =>
  mapParts((name) => createHash('sha256').update(texts[name]).digest('hex'));

/** The canonical JSON of an object from the canonical JSON of its members, sorted by name (RFC 8785, section 3.2.3). */
const joinMembers = (members: Readonly<Record<string, string>>): string => {
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${members[name]}`).join(',')}}`;
};

/** The parts of a statement that decide its gaps. */
export type JudgedParts = Pick<Statement, 'claimed' | 'observed' | 'notice' | 'imported' | 'erasure'>;

const isFilled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/**
 * Whether one of the named members of the proof is not empty. The names are documented (docs/contract.md,
 * Completeness).
 */
const says = ({ claimed: { proof } }: JudgedParts, ...names: readonly string[]): boolean =>
  names.some((name) => isFilled(proof[name]));

/** Names alone do not distinguish people with the same name. */
const isIdentified = ({ claimed: { userData } }: JudgedParts): boolean =>
  Object.entries(userData).some(([key, member]) => !nameKeys.includes(key) && isFilled(textOf(member)));

/** Undefined for one that is blank. */
const emailOf = ({ claimed: { userData } }: JudgedParts): string | undefined => {
  const email = findText(userData, 'email');
  return isFilled(email) ? email : undefined;
};

const hasEmail = (parts: JudgedParts): boolean => emailOf(parts) !== undefined;

/** Whether a program identifies itself like a person's browser. Robots that do so also say `compatible`. */
const isBrowser = (userAgent: string): boolean =>
  userAgent.startsWith('Mozilla/5.0 (') &&
  ['AppleWebKit/', 'Gecko/'].some((engine) => userAgent.includes(engine)) &&
  !userAgent.includes('compatible;');

const sawBrowser = ({ observed, imported }: JudgedParts): boolean =>
  isBrowser((observed ?? imported?.observed)?.userAgent ?? '');

type Rule = (parts: JudgedParts) => boolean;

/** Gaps in data that an erasure removes are not reported for an erased consent. */
const unlessErased =
  (rule: Rule): Rule =>
  (parts) =>
    parts.erasure === null && rule(parts);

/** Whether a consent has a gap. */
const rules: Readonly<Record<Gap, Rule>> = {
  'text-gone': ({ notice }) => notice.content === null,
  'text-changed': ({ notice }) => notice.content !== null && !notice.hash.agree,
  erased: ({ erasure }) => erasure !== null,
  imported: ({ imported }) => imported !== null,
  'version-naming-unknown': ({ claimed }) => claimed.noticeNamedBy === null,
  'version-named-by-pid': ({ claimed }) => claimed.noticeNamedBy === 'pid',
  'version-not-current': ({ notice }) => !notice.wasCurrent,
  'language-without-text': ({ notice, claimed }) => !notice.languages.includes(claimed.lang),
  'form-unknown': unlessErased((parts) => !says(parts, 'html', 'mail')),
  'page-unknown': unlessErased((parts) => parts.claimed.channel !== 'email' && !says(parts, 'url')),
  'browser-unknown': unlessErased((parts) => !sawBrowser(parts) && !says(parts, 'ip_address', 'user_agent')),
  'email-malformed': unlessErased((parts) => hasEmail(parts) && !isMailbox(emailOf(parts) ?? '')),
  'email-unconfirmed': unlessErased(
    (parts) => hasEmail(parts) && parts.claimed.channel !== 'email' && !says(parts, 'email_confirmed_at'),
  ),
  'person-unidentified': unlessErased((parts) => !isIdentified(parts)),
};

/** Lists what would make a consent stronger (docs/contract.md, Completeness). */
export const tellCompleteness = (parts: JudgedParts): CompletenessStatement => ({
  gaps: gaps.filter((gap) => rules[gap](parts)),
});

const tellOwn = (version: NoticeVersion): Omit<VersionStatement, 'contentHash'> => ({
  version: version.version,
  versionId: version.id,
  publishedAt: version.publishedAt,
  publishedBy: version.publishedBy,
  currentUntil: version.currentUntil ?? null,
  askAgain: version.askAgain ?? false,
  languages: version.languages,
  validityDays: version.validityDays ?? 0,
  retentionDays: version.retentionDays ?? null,
});

const tellVersion = (version: NoticeVersion): VersionStatement => ({
  ...tellOwn(version),
  contentHash: version.contentHash,
});

/** The hash of a text, computed once even if many consents share it. */
const hashOnce = remember((content: NoticeContent): string => contentHash(content));

const tellHash = (storedWithConsent: string, version: LineageVersion, content: NoticeContent | null): HashStatement => {
  const storedWithVersion = version.contentHash;
  const recomputed = content === null ? null : hashOnce(content);
  const agree = storedWithConsent === storedWithVersion && storedWithVersion === recomputed;
  return { storedWithConsent, storedWithVersion, recomputed, agree };
};

/** States to what the person agreed. */
const tellNotice = ({ consent, version, history, ...held }: Holdings): NoticeStatement => {
  const content = held.content ?? null;
  const { publishedAt, currentUntil, askedAgainBy } = version;
  const given = consent.time.toISOString();
  return {
    ...tellOwn(version),
    pid: version.pid,
    name: version.name,
    wasCurrent: publishedAt <= given && (currentUntil === undefined || given < currentUntil),
    content,
    hash: tellHash(consent.contentHash, version, content),
    history: history.map(tellVersion),
    askedAgainBy: askedAgainBy ? tellVersion(askedAgainBy) : null,
  };
};
