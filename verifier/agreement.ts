import { toCanonicalJson } from '../shared/canonical.ts';
import { hashCanonical } from '../shared/canonical-hash.ts';
import type { ConsentTimes } from '../shared/consents/state.ts';
import { spanOf, stateIn, tellTimes } from '../shared/evidence/state-statement.ts';
import type { PartName } from '../shared/evidence/statement-format.ts';
import type { Statement, VersionStatement } from '../shared/evidence/statement-schema.ts';
import { timeOf } from '../shared/identifier.ts';
import { formatTime } from '../shared/time.ts';
import { followTimes } from './followed-times.ts';
import type { Saying } from './saying.ts';
import type { Check, CheckName } from './verification.ts';
import { asks, fails, holds } from './verification.ts';

/** A rule for parts of a statement. */
interface Rule {
  readonly part: PartName;
  /** What is said if the rule holds, and if it does not. */
  readonly so: Saying;
  readonly not: Saying;
  readonly is: boolean;
}

/** A rule that every statement of a register follows, whatever its table holds: if it fails, the document is refused. */
const mustAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : fails(name, part, not);

/** A rule that a genuine statement may break, if the table is damaged or a site named the wrong thing: the reader must judge. */
const shouldAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : asks(name, part, not);

export const isSame = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);

/** Whether each observation has the time of the consent or revocation that it belongs to. */
const isSeenInTime = ({ observed, revocation, imported, times, erasure }: Statement): boolean => {
  const ended = times.revoked ?? erasure?.time;
  return (
    (observed === null || observed.time === times.given) &&
    (revocation?.observed?.time ?? times.revoked) === times.revoked &&
    (imported?.observed?.time ?? times.given) === times.given &&
    (imported?.revocationObserved?.time ?? ended) === ended
  );
};

/** Whether only one register observed each call. */
const isToldByOne = ({ observed, revocation, imported }: Statement): boolean =>
  imported === null || (observed === null && (imported.revocationObserved === null || !revocation?.observed));

/** Whether observations, import and revocation agree. */
export const checkOrigin = (statement: Statement): readonly Check[] => {
  const { observed, imported, revocation, times } = statement;
  const isImported = imported !== null;
  return [
    mustAgree('origin', {
      part: isImported ? 'imported' : 'observed',
      so: [isImported ? 'origin-imported' : 'origin-own'],
      not: ['origin-both'],
      is: isToldByOne(statement),
    }),
    mustAgree('observed-times', {
      part: 'observed',
      so: ['observed-times-ok'],
      not: ['observed-times-other'],
      is: isSeenInTime(statement),
    }),
    mustAgree('revocation', {
      part: 'revocation',
      so: [revocation === null ? 'revoked-not' : 'revoked-ok'],
      not: ['revoked-half'],
      is: (revocation === null) === (times.revoked === null),
    }),
    shouldAgree('observation', {
      part: 'observed',
      so: [isImported ? 'observed-import' : 'observed-ok'],
      not: ['observed-missing'],
      is: isImported || (observed !== null && revocation?.observed !== null),
    }),
  ];
};

const inSeconds = (moment: string): string => formatTime(new Date(moment));

/** Whether the record shows the right revocation. Erasing a consent in force shows as a revocation by nobody (docs/contract.md, Erased consents). */
const recordedEnd = ({ revocation, times, erasure, record }: Statement): boolean => {
  const { revoked, revokeTime, revokeChannel, revokeChannelData } = record;
  if (revoked !== (revokeChannelData !== null)) return false;
  if (times.revoked !== null)
    return (
      revoked && revokeTime === inSeconds(times.revoked) && revokeChannel === (revocation?.claimed.channel ?? null)
    );
  return revoked ? erasure !== null && revokeTime === inSeconds(erasure.time) : revokeTime === null;
};

const namesTheSame = ({ id, record, claimed, project, notice }: Statement): boolean =>
  record.id === id &&
  record.projectUid === project.uid &&
  record.projectId === project.id &&
  record.projectUid === claimed.projectUid &&
  record.lang === claimed.lang &&
  record.channel === claimed.channel &&
  record.consentInformationVersionId === notice.versionId;

const isEmptyWhereErased = ({ erasure, claimed, revocation }: Statement): boolean =>
  erasure === null || isSame([claimed.proof, claimed.userData, revocation?.claimed.proof ?? {}], [{}, {}, {}]);

/** Whether the record agrees with the other parts. */
export const checkRecord = (statement: Statement): readonly Check[] => {
  const { id, record, times, notice } = statement;
  return [
    mustAgree('record', {
      part: 'record',
      so: ['record-ok'],
      not: ['record-other'],
      is: namesTheSame(statement),
    }),
    mustAgree('record-times', {
      part: 'record',
      so: ['record-times-ok'],
      not: ['record-times-other'],
      is: record.time === inSeconds(times.given) && recordedEnd(statement),
    }),
    mustAgree('erasure', {
      part: 'claimed',
      so: [statement.erasure === null ? 'erased-not' : 'erased-ok'],
      not: ['erased-left'],
      is: isEmptyWhereErased(statement),
    }),
    shouldAgree('record-notice', {
      part: 'record',
      so: ['record-notice-ok'],
      not: ['record-notice-other', { named: record.consentInformationPid, pid: notice.pid }],
      is: record.consentInformationPid === notice.pid,
    }),
    shouldAgree('id-time', {
      part: 'times',
      so: ['id-time-ok'],
      not: ['id-time-other', { ofId: formatTime(timeOf(id)), ofRecord: record.time }],
      is: timeOf(id).toISOString() === times.given,
    }),
  ];
};

const isTold = (told: unknown, tell: () => unknown): boolean => {
  try {
    return isSame(told, tell());
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const checkStates = ({ state, stateNow, issuedAt }: Statement, times: ConsentTimes): readonly Check[] => {
  const issued = new Date(issuedAt);
  const asked = { start: new Date(state.from), end: new Date(state.until) };
  return [
    mustAgree('state', {
      part: 'state',
      so: ['state-ok'],
      not: ['state-other'],
      is: asked.start < asked.end && isTold(state, () => stateIn(times, asked, issued)),
    }),
    mustAgree('state-now', {
      part: 'stateNow',
      so: ['state-now-ok'],
      not: ['state-now-other'],
      is: isTold(stateNow, () => stateIn(times, spanOf(issued), issued)),
    }),
  ];
};

/** Whether times and states follow from their sources, computed with the register's own code. */
export const checkStatesAndTimes = (statement: Statement): readonly Check[] => {
  const { times, issuedAt } = statement;
  const followed = followTimes(statement);
  const follow = isTold(times, () => tellTimes(followed));
  return [
    mustAgree('times', {
      part: 'times',
      so: ['times-ok'],
      not: ['times-other'],
      is: follow,
    }),
    ...(follow ? checkStates(statement, followed) : []),
    mustAgree('issued', {
      part: 'times',
      so: ['issued-ok'],
      not: ['issued-early'],
      is: new Date(issuedAt) >= new Date(times.given),
    }),
  ];
};

type Notice = Statement['notice'];

/** The version of the notice as its history has it. */
const versionOf = ({ version, versionId, publishedAt, publishedBy, currentUntil, ...notice }: Notice) => {
  const { askAgain, languages, validityDays, retentionDays, hash } = notice;
  return {
    version,
    versionId,
    publishedAt,
    publishedBy,
    currentUntil,
    askAgain,
    languages,
    validityDays,
    retentionDays,
    contentHash: hash.storedWithVersion,
  };
};

/** The history contains the version exactly once and is in order. */
const isInHistory = (notice: Notice): boolean =>
  notice.history.filter((version) => isSame(version, versionOf(notice))).length === 1 &&
  notice.history.every(({ version }, i) => version >= (notice.history[i - 1]?.version ?? version));

/** Each version ended the one before it. A table that was not changed has them so. */
const isWithoutGap = ({ history }: Notice): boolean =>
  history.every(({ version, publishedAt, currentUntil }, i) => {
    const next = history[i + 1];
    return (
      version === i + 1 &&
      currentUntil === (next?.publishedAt ?? null) &&
      (next === undefined || Date.parse(publishedAt) < Date.parse(next.publishedAt))
    );
  });

const findAskingAgain = ({ history, version }: Notice): VersionStatement | null =>
  history.find((other) => other.version > version && other.askAgain) ?? null;

const wasCurrent = ({ publishedAt, currentUntil }: Notice, given: string): boolean =>
  publishedAt <= given && (currentUntil === null || given < currentUntil);

const agrees = ({ storedWithConsent, storedWithVersion, recomputed }: Notice['hash']): boolean =>
  storedWithConsent === storedWithVersion && storedWithVersion === recomputed;

const nameDoubt = ({ content, hash }: Notice): 'text-gone' | 'text-other-version' | 'text-other' => {
  if (content === null) return 'text-gone';
  return hash.storedWithConsent === hash.recomputed ? 'text-other-version' : 'text-other';
};

/** What is known of the text. No register here saw what the person of an imported consent read. */
const tellText = ({
  claimed: { noticeNamedBy },
  notice: { publishedAt },
  times: { given },
  imported,
}: Statement): Saying =>
  imported === null
    ? ['text-ok']
    : [
        'text-imported',
        { namedBy: noticeNamedBy, publishedAt, given, isBefore: Date.parse(publishedAt) <= Date.parse(given) },
      ];

/** What the version copies out of its text. */
const hasTermsOf = ({ languages, ...notice }: Notice, content: NonNullable<Notice['content']>): boolean =>
  isSame([...languages].sort(), Object.keys(content.descriptionHtml).sort()) &&
  notice.validityDays === content.validityDays &&
  notice.retentionDays === (content.retentionDays ?? null) &&
  notice.askAgain === (content.askAgain ?? false);

const checkContent = (statement: Statement): readonly Check[] => {
  const { notice, claimed } = statement;
  const { content, hash } = notice;
  const texts = Object.keys(content?.descriptionHtml ?? {});
  return [
    shouldAgree('notice-text', {
      part: 'notice',
      so: tellText(statement),
      not: [nameDoubt(notice)],
      is: hash.agree,
    }),
    shouldAgree('notice-language', {
      part: 'notice',
      so: [content === null ? 'text-not-compared' : 'language-ok'],
      not: ['language-none', { lang: claimed.lang }],
      is: content === null || texts.includes(claimed.lang),
    }),
    shouldAgree('notice-terms', {
      part: 'notice',
      so: [content === null ? 'text-not-compared' : 'terms-ok'],
      not: ['terms-other'],
      is: content === null || hasTermsOf(notice, content),
    }),
  ];
};

/** Whether the notice is consistent with itself and with the time of the consent. */
export const checkNotice = async (statement: Statement): Promise<readonly Check[]> => {
  const { notice, times } = statement;
  const { content, hash } = notice;
  const recomputed = content && (await hashCanonical(content));
  return [
    mustAgree('notice-hash', {
      part: 'notice',
      so: [content === null ? 'notice-hash-none' : 'notice-hash-ok'],
      not: ['notice-hash-other'],
      is: hash.recomputed === recomputed && hash.agree === agrees(hash),
    }),
    mustAgree('notice-history', {
      part: 'notice',
      so: ['history-ok'],
      not: ['history-other'],
      is:
        isInHistory(notice) &&
        isSame(notice.askedAgainBy, findAskingAgain(notice)) &&
        notice.wasCurrent === wasCurrent(notice, times.given),
    }),
    shouldAgree('notice-versions', {
      part: 'notice',
      so: ['versions-ok', { count: notice.history.length }],
      not: ['versions-gap'],
      is: isWithoutGap(notice),
    }),
    ...checkContent(statement),
  ];
};
