import { toCanonicalJson } from '../shared/canonical.ts';
import type { ConsentTimes } from '../shared/consents/state.ts';
import { timesOf } from '../shared/consents/state.ts';
import { spanOf, stateIn, tellTimes } from '../shared/evidence/state-statement.ts';
import type { PartName } from '../shared/evidence/statement-format.ts';
import type { Statement, VersionStatement } from '../shared/evidence/statement-schema.ts';
import { timeOf } from '../shared/identifier.ts';
import { formatTime } from '../shared/time.ts';
import { hashCanonical } from './hashes.ts';
import type { Check, CheckName } from './verification.ts';
import { asks, fails, holds } from './verification.ts';

/** A rule for parts of a statement. */
interface Rule {
  readonly part: PartName;
  /** The sentence if the rule holds, and the one if it does not. */
  readonly so: string;
  readonly not: string;
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
      so: isImported
        ? 'The consent was imported: this register did not observe how it was given.'
        : 'The consent was not imported.',
      not: 'The consent was imported, but the document says that this register observed it too.',
      is: isToldByOne(statement),
    }),
    mustAgree('observed-times', {
      part: 'observed',
      so: 'Each observation has the same time as the consent or the revocation.',
      not: 'An observation has a different time from the consent or the revocation that it belongs to.',
      is: isSeenInTime(statement),
    }),
    mustAgree('revocation', {
      part: 'revocation',
      so:
        revocation === null
          ? 'Nobody revoked the consent.'
          : 'The consent was revoked, and the document has the revocation and its time.',
      not: 'The document has a revocation without a time, or a time without a revocation.',
      is: (revocation === null) === (times.revoked === null),
    }),
    shouldAgree('observation', {
      part: 'observed',
      so: isImported
        ? 'The consent was imported: no observation by this register is required.'
        : 'The document has what the register observed.',
      not: 'What the register observed of the consent or the revocation is missing, although the consent was not imported.',
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
      so: 'The record names the same consent, project, version, language and channel as the other parts.',
      not: 'The record and the other parts name different consents, projects, versions, languages or channels.',
      is: namesTheSame(statement),
    }),
    mustAgree('record-times', {
      part: 'record',
      so: 'The record has the same times as the other parts, to the second.',
      not: 'The record and the other parts have different times, or disagree about the revocation.',
      is: record.time === inSeconds(times.given) && recordedEnd(statement),
    }),
    mustAgree('erasure', {
      part: 'claimed',
      so:
        statement.erasure === null
          ? 'The consent was not erased.'
          : 'The consent was erased: no proof and no values of the person are left.',
      not: 'The consent was erased, but its proof or the values of the person are still there.',
      is: isEmptyWhereErased(statement),
    }),
    shouldAgree('record-notice', {
      part: 'record',
      so: 'The record names the notice that its version belongs to.',
      not: `The record names notice ${record.consentInformationPid}, but its version belongs to notice ${notice.pid}. The register's table is damaged.`,
      is: record.consentInformationPid === notice.pid,
    }),
    shouldAgree('id-time', {
      part: 'times',
      so: 'The id of the consent has the time at which it was given.',
      not: `The id of the consent has the time ${formatTime(timeOf(id))}, but its record has ${record.time} (UTC). One of the two was changed in the register's table.`,
      is: timeOf(id).toISOString() === times.given,
    }),
  ];
};

const dateIfAny = (moment: string | null | undefined): Date | undefined => (moment ? new Date(moment) : undefined);

/** The times that decide the states, computed from the consent, its revocation, its erasure and the terms of its version. */
export const followTimes = ({ times, erasure, notice }: Statement): ConsentTimes =>
  timesOf(
    { given: new Date(times.given), revoked: dateIfAny(times.revoked), erased: dateIfAny(erasure?.time) },
    { validityDays: notice.validityDays, askedAgainBy: notice.askedAgainBy ?? undefined },
  );

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
      so: 'The state at the time asked about follows from the times.',
      not: 'The state at the time asked about does not follow from the times.',
      is: asked.start < asked.end && isTold(state, () => stateIn(times, asked, issued)),
    }),
    mustAgree('state-now', {
      part: 'stateNow',
      so: 'The state at the time of issue follows from the times.',
      not: 'The state at the time of issue does not follow from the times.',
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
      so: 'The times agree with the consent, its version, its revocation and its erasure.',
      not: 'The times do not agree with the consent, its version, its revocation and its erasure.',
      is: follow,
    }),
    ...(follow ? checkStates(statement, followed) : []),
    mustAgree('issued', {
      part: 'times',
      so: 'The statement was issued after the consent was given. Names of the account, the project, the notice and users are those of the time of issue.',
      not: 'By its own times, the statement was issued before the consent was given.',
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

const nameDoubt = ({ content, hash }: Notice): string => {
  if (content === null)
    return 'The register no longer has the text that was agreed to. This document proves its hash, but not its words.';
  return hash.storedWithConsent === hash.recomputed
    ? 'The text matches the hash stored with the consent, but not the hash stored with its version.'
    : 'The text in this document is not the one that was agreed to: it does not match the hash stored with the consent.';
};

const named = {
  version: 'By its file, the site had named the version by its id.',
  pid: 'By its file, the site had named the notice by its PID, which means the version that was current then.',
} as const;

/** What is known of an imported consent's text. No register here saw what the person read. */
const tellImported = ({ claimed: { noticeNamedBy }, notice, times }: Statement): string => {
  const how = noticeNamedBy === null ? 'How the notice was named is not known.' : named[noticeNamedBy];
  const [published, given] = [`The version was published at ${notice.publishedAt}`, `given at ${times.given}`];
  const when =
    Date.parse(notice.publishedAt) <= Date.parse(times.given)
      ? `${published}, before the consent was ${given}. That the person agreed to this text is the word of the import.`
      : `${published}, after the consent was ${given}: the person cannot have read this version. That she agreed to the same text is the word of the import.`;
  return `The text is the one that the import named: it matches the hashes stored with the consent and with its version. ${how} ${when}`;
};

const tellText = (statement: Statement): string =>
  statement.imported === null
    ? 'The text is the one that was agreed to: it matches the hashes stored with the consent and with its version.'
    : tellImported(statement);

const notCompared = 'Not compared, because the register no longer has the text.';

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
      not: nameDoubt(notice),
      is: hash.agree,
    }),
    shouldAgree('notice-language', {
      part: 'notice',
      so: content === null ? notCompared : 'The version has a text in the language of the consent.',
      not: `The version has no text in the language of the consent (${claimed.lang}). What the person read is not known.`,
      is: content === null || texts.includes(claimed.lang),
    }),
    shouldAgree('notice-terms', {
      part: 'notice',
      so: content === null ? notCompared : 'The version and its text state the same languages and terms.',
      not: "The version and its text state different languages or terms: days of validity, days of retention, or whether people are asked again. The register's table is damaged.",
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
      so:
        content === null
          ? 'The document has no text, and states no hash computed from it.'
          : 'The text in this document has the stated hash.',
      not: 'The text in this document does not have the stated hash, or the statement is wrong about whether the hashes agree.',
      is: hash.recomputed === recomputed && hash.agree === agrees(hash),
    }),
    mustAgree('notice-history', {
      part: 'notice',
      so: 'The version agrees with the history of its notice.',
      not: 'The version does not agree with the history of its notice.',
      is:
        isInHistory(notice) &&
        isSame(notice.askedAgainBy, findAskingAgain(notice)) &&
        notice.wasCurrent === wasCurrent(notice, times.given),
    }),
    shouldAgree('notice-versions', {
      part: 'notice',
      so: `The history has ${notice.history.length === 1 ? 'one version' : `versions 1 to ${notice.history.length}`} without a gap, and each ended the one before it. Only the log can show that there was no later one.`,
      not: "The history of the notice has a gap, or a version that did not end the one before it. The register's table is damaged, or a version was being published.",
      is: isWithoutGap(notice),
    }),
    ...checkContent(statement),
  ];
};
