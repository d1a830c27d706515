import { mailboxOf } from '../consents/observed-means.ts';
import type { ConsentRecord } from '../consents/record.ts';
import type { ConsentTimes } from '../consents/state.ts';
import { timesOf } from '../consents/state.ts';
import type { ObservedLeaf, PublishedLeaf } from '../log/leaf-schema.ts';
import type { NoticeContent } from '../notices/content.ts';
import { hashCanonical } from '../runtime/canonical.ts';
import { formatTime } from '../runtime/time.ts';
import { memoize } from '../runtime/values.ts';
import type { Lang } from '../schema/vocabulary.ts';
import { assessCompleteness } from './completeness.ts';
import { lifeOf, versionsNamed } from './document-leaves.ts';
import type { Facts } from './schema.ts';
import { spanOf, stateIn, toTimesStatement } from './state-statement.ts';

/**
 * What the facts of a document say about its consent, as people see it. Times are ISO 8601, except those of `record`.
 *
 * @throws Error if the versions lack the one that was agreed to
 */
export const toStatement = (facts: Facts) => {
  const { issuedAt, asked, names } = facts;
  const { first, given, erased } = lifeOf(facts.consent);
  const [times, issued] = [timesIn(facts), new Date(issuedAt)];
  const span = asked ? { start: new Date(asked.from), end: new Date(asked.until) } : spanOf(issued);
  const parts = {
    account: { id: first.account, name: names.account },
    project: { ...first.project, name: names.project },
    record: toRecord(facts),
    claimed: toClaimed(facts),
    observed: first.imported === null ? toObserved(facts, given, first.observed) : null,
    revocation: toRevocation(facts),
    imported: toImport(facts),
    notice: toNotice(facts),
    state: stateIn(times, span, issued),
    stateNow: stateIn(times, spanOf(issued), issued),
    times: toTimesStatement(times),
    erasure: erased === undefined ? null : { time: erased },
  };
  return { id: first.consent, issuedAt, ...parts, completeness: assessCompleteness(parts) };
};

export type Statement = ReturnType<typeof toStatement>;

/** What this register observed of a call. The name of the user is null if the user no longer existed. */
export type ObservedStatement = NonNullable<ReturnType<typeof toObserved>>;

/**
 * The import of the consent, and what another register observed of it according to the file. This register observed
 * nothing (docs/api.md, Imported consents).
 */
export type ImportStatement = NonNullable<ReturnType<typeof toImport>>;

const dateIfAny = (moment: string | undefined): Date | undefined =>
  moment === undefined ? undefined : new Date(moment);

const agreedOf = (facts: Facts): PublishedLeaf => {
  const [agreed] = versionsNamed(facts.consent[0].notice.versionId, facts);
  if (agreed === undefined) throw new Error('The versions lack the one that was agreed to.');
  return agreed;
};

const findAskingAgain = ({ versions }: Facts, { version }: PublishedLeaf): PublishedLeaf | undefined =>
  versions.find((other) => other.version > version && other.askAgain);

/** The times that decide the states of the consent. */
const timesIn = (facts: Facts): ConsentTimes => {
  const { given, revocation, erased } = lifeOf(facts.consent);
  const agreed = agreedOf(facts);
  const asking = findAskingAgain(facts, agreed);
  return timesOf(
    { given: new Date(given), revoked: dateIfAny(revocation?.time), erased: dateIfAny(erased) },
    { validityDays: agreed.validityDays, askedAgainBy: asking && { publishedAt: asking.time } },
  );
};

const inSeconds = (moment: string): string => formatTime(new Date(moment));

/** As the interface returns it, without the proofs and `userData`. Erasing a consent in force shows as a revocation by nobody (docs/api.md, Erased consents). */
const toRecord = ({ consent }: Facts): Omit<ConsentRecord, 'proof' | 'userData' | 'revokeProof'> => {
  const { first, given, revocation, erased } = lifeOf(consent);
  const ended = revocation?.time ?? erased;
  return {
    id: first.consent,
    projectUid: first.project.uid,
    projectId: first.project.id,
    consentInformationPid: first.notice.pid,
    consentInformationVersionId: first.notice.versionId,
    lang: first.lang,
    time: inSeconds(given),
    channel: first.channel,
    channelData: {},
    revoked: ended !== undefined,
    revokeTime: ended === undefined ? null : inSeconds(ended),
    revokeChannel: revocation?.channel ?? null,
    revokeChannelData: ended === undefined ? null : {},
  };
};

/** What the site said. The register cannot know whether it is true. */
const toClaimed = ({ consent: [first], contents: { proof = {}, userData = {} } }: Facts) => {
  const { project, lang, channel, noticeNamedBy } = first;
  return { projectUid: project.uid, lang, channel, proof, userData, noticeNamedBy };
};

const toObserved = ({ names }: Facts, time: string, observed: ObservedLeaf | null) => {
  if (observed === null) return null;
  const { sourceIp, userAgent, requestId } = observed;
  return { time, ...toMeans(names, observed), sourceIp, userAgent, requestId };
};

const nameUser = ({ users }: Facts['names'], id: number) => ({
  id,
  name: users.find((one) => one.id === id)?.name ?? null,
});

/** A key for machines, with the note that it has by now. */
const nameKey = ({ keys }: Facts['names'], keyId: string) => ({
  keyId,
  keyNote: keys.find(({ id }) => id === keyId)?.note ?? null,
});

/** By what somebody called: a user by a session or a key for machines, whoever had a link that a user asked for, or whoever read a mailbox. */
const toMeans = (names: Facts['names'], observed: ObservedLeaf) => {
  if ('link' in observed) {
    const { key, userId, day, keyId } = observed.link;
    return { link: { key, day, user: nameUser(names, userId), ...(keyId !== undefined && nameKey(names, keyId)) } };
  }
  if ('mailbox' in observed) {
    const { userId, keyId, ...mail } = observed.mailbox;
    return { mailbox: { ...mail, user: nameUser(names, userId), ...(keyId !== undefined && nameKey(names, keyId)) } };
  }
  const user = nameUser(names, observed.userId);
  return 'keyId' in observed ? { user, ...nameKey(names, observed.keyId) } : { user, sessionId: observed.sessionId };
};

const toElsewhere = (time: string, observed: ObservedLeaf | null) => observed && { time, ...observed };

/** What the site said of a revocation, apart from what this register observed. */
const toRevocation = (facts: Facts) => {
  const { revocation } = lifeOf(facts.consent);
  if (revocation === null) return null;
  const { time, channel, observed, imported } = revocation;
  return {
    claimed: { channel, proof: facts.contents.revokeProof ?? {} },
    observed: imported ? null : toObserved(facts, time, observed),
  };
};

const toImport = ({ consent }: Facts) => {
  const { first, given, revocation } = lifeOf(consent);
  if (first.imported === null) return null;
  return {
    ...first.imported,
    observed: toElsewhere(given, first.observed),
    revocationObserved: revocation?.imported === true ? toElsewhere(revocation.time, revocation.observed) : null,
  };
};

/** A version among those of its notice. It was current until the next one was published. */
const toVersion = (leaf: PublishedLeaf, next: PublishedLeaf | undefined) => {
  const { version, versionId, time, by, askAgain, languages, validityDays, retentionDays, contentHash } = leaf;
  return {
    version,
    versionId,
    publishedAt: time,
    publishedBy: by,
    currentUntil: next?.time ?? null,
    askAgain,
    languages,
    validityDays,
    retentionDays,
    contentHash,
  };
};

/** The hash of a text, computed once even if many consents share it. */
const hashOnce = memoize((content: NoticeContent): string => hashCanonical(content));

/** States to what the person agreed. */
const toNotice = (facts: Facts) => {
  const { consent, versions, contents, names } = facts;
  const [agreed, { first, given }] = [agreedOf(facts), lifeOf(consent)];
  const asking = findAskingAgain(facts, agreed);
  const tell = (leaf: PublishedLeaf) => toVersion(leaf, versions[versions.indexOf(leaf) + 1]);
  const { contentHash: storedWithVersion, ...version } = tell(agreed);
  const { publishedAt, currentUntil } = version;
  const meant = mailboxOf(first.observed)?.askedAt ?? given;
  const storedWithConsent = first.notice.contentHash;
  const content = contents.notice;
  const recomputed = content && hashOnce(content);
  return {
    ...version,
    pid: agreed.pid,
    name: names.notice,
    wasCurrent: publishedAt <= meant && (currentUntil === null || meant < currentUntil),
    content,
    hash: {
      storedWithConsent,
      storedWithVersion,
      recomputed,
      agree: storedWithConsent === storedWithVersion && storedWithVersion === recomputed,
    },
    history: versions.map((leaf, i) => toVersion(leaf, versions[i + 1])),
    askedAgainBy: asking ? tell(asking) : null,
  };
};

/** The words of a version in the language of the consent. */
interface AgreedWords {
  readonly lang: Lang;
  readonly title: string | null;
  readonly descriptionHtml: string;
}

/** The text to which the person agreed. Undefined if the version has none in the language, or its text is gone. */
export const findAgreedWords = ({ notice: { content }, claimed: { lang } }: Statement): AgreedWords | undefined => {
  const text = content?.descriptionHtml[lang];
  return text === undefined ? undefined : { lang, title: content?.title[lang] ?? null, descriptionHtml: text };
};
