import { findReceivedBy } from '../shared/consents/arrival.ts';
import { keysOf, lifeOf, observedHere, usersOf, versionsNamed } from '../shared/evidence/document-leaves.ts';
import type { Facts } from '../shared/evidence/schema.ts';
import type { PublishedLeaf } from '../shared/log/leaf-schema.ts';
import { hashCanonical, toCanonicalJson } from '../shared/runtime/canonical.ts';
import { timeOf } from '../shared/runtime/identifier.ts';
import { tolerance } from './log/event-times.ts';
import type { Check, Message, MessageFacts } from './verification.ts';
import { fail, leaveOpen, pass } from './verification.ts';

export const isSameJson = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);

/** Whether what a document says agrees with itself. @param now by the reader's clock */
export const checkAgreement = (facts: Facts, now: Date): readonly Check[] => [
  checkContents(facts),
  ...checkText(facts),
  checkVersions(facts),
  ...checkEvents(facts, now),
];

type Contents = Facts['contents'];

/** Whether the contents are those whose hashes the leaf has, and say what it copies out of them. */
const isProofOf = (
  leaf: {
    readonly proofHash: string;
    readonly receivedBy?: string;
    readonly channel: Parameters<typeof findReceivedBy>[0];
  },
  proof: Contents['proof'],
): boolean =>
  proof !== undefined &&
  hashCanonical(proof) === leaf.proofHash &&
  findReceivedBy(leaf.channel, proof) === leaf.receivedBy;

/** The first content that is not what the leaves have the hash of. */
const findOtherContent = ({ consent, contents }: Facts): MessageFacts['contents-other']['content'] | undefined => {
  const { proof, userData, revokeProof } = contents;
  const [first, revoked] = consent;
  if (first.event === 'consent.erased')
    return (['proof', 'userData', 'revokeProof'] as const).find((name) => contents[name] !== undefined);
  if (!isProofOf(first, proof)) return 'proof';
  if (userData === undefined || hashCanonical(userData) !== first.userDataHash) return 'userData';
  const isRight = revoked === undefined ? revokeProof === undefined : isProofOf(revoked, revokeProof);
  return isRight ? undefined : 'revokeProof';
};

const checkContents = (facts: Facts): Check => {
  const content = findOtherContent(facts);
  if (content !== undefined) return fail('contents', ['contents-other', { content }]);
  return pass('contents', [facts.consent[0].event === 'consent.erased' ? 'contents-erased' : 'contents-ok']);
};

/** What the version copies out of its text. */
const hasTermsOf = (version: PublishedLeaf, content: NonNullable<Contents['notice']>): boolean =>
  isSameJson([...version.languages].sort(), Object.keys(content.descriptionHtml).sort()) &&
  version.validityDays === content.validityDays &&
  version.retentionDays === (content.retentionDays ?? null) &&
  version.askAgain === (content.askAgain ?? false);

/** What is known of the text. No register here saw what the person of an imported consent read. */
const describeText = ({ consent: [first] }: Facts, { time: publishedAt }: PublishedLeaf): Message => {
  if (first.imported === null) return ['text-ok'];
  const given = first.event === 'consent.erased' ? first.given : first.time;
  const isBefore = Date.parse(publishedAt) <= Date.parse(given);
  return ['text-imported', { namedBy: first.noticeNamedBy, publishedAt, given, isBefore }];
};

/** Whether the text is the one that was agreed to. A damaged table may have lost it or have another. */
const checkText = (facts: Facts): readonly Check[] => {
  const { consent, contents } = facts;
  const { notice, lang } = consent[0];
  const [agreed] = versionsNamed(notice.versionId, facts);
  const content = contents.notice;
  if (content === null) return [leaveOpen('text', ['text-gone'])];
  const language =
    content.descriptionHtml[lang] === undefined
      ? leaveOpen('language', ['language-none', { lang }])
      : pass('language', ['language-ok']);
  const hash = hashCanonical(content);
  if (agreed === undefined || hash !== notice.contentHash || hash !== agreed.contentHash)
    return [leaveOpen('text', ['text-other']), language];
  return [
    hasTermsOf(agreed, content) ? pass('text', describeText(facts, agreed)) : leaveOpen('text', ['text-terms']),
    language,
  ];
};

/** Whether they are the versions of one notice of the consent's account, and the agreed one is once among them. */
const areOfOne = ({ consent: [first], versions }: Facts): boolean =>
  versions.every(({ account, pid }) => account === first.account && pid === versions[0]?.pid) &&
  versions.filter(({ versionId }) => versionId === first.notice.versionId).length === 1;

/** Whether each version ended the one before it. A table that was not changed has them so, and the consent of that notice. */
const areComplete = ({ consent: [{ notice }], versions }: Facts): boolean =>
  versions.every(
    ({ version, pid, time }, i) =>
      version === i + 1 &&
      pid === notice.pid &&
      (i === 0 || Date.parse(versions[i - 1]?.time ?? '') < Date.parse(time)),
  ) && new Set(versions.map(({ versionId }) => versionId)).size === versions.length;

const checkVersions = (facts: Facts): Check => {
  if (!areOfOne(facts)) return fail('versions', ['versions-other']);
  return areComplete(facts)
    ? pass('versions', ['versions-ok', { count: facts.versions.length }])
    : leaveOpen('versions', ['versions-gap']);
};

/** Whether the leaves and the names are of one consent, which has come in one way. */
const areOfOneConsent = ({ consent, names }: Facts): boolean => {
  const [first, revoked] = consent;
  const { revocation } = lifeOf(consent);
  return (
    (revoked === undefined || (revoked.account === first.account && revoked.consent === first.consent)) &&
    (first.event === 'consent.erased' || (first.event === 'consent.imported') === (first.imported !== null)) &&
    (first.imported !== null || revocation?.imported !== true) &&
    isSameJson(
      names.users.map(({ id }) => id),
      usersOf(consent),
    ) &&
    isSameJson(
      names.keys.map(({ id }) => id),
      keysOf(consent),
    )
  );
};

const timeIn = (moment: string | undefined): number =>
  moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment);

/** What the reader must judge of the events. */
const findEventDoubts = ({ consent, issuedAt }: Facts, now: Date): readonly Message[] => {
  const { first, given, revocation, erased } = lifeOf(consent);
  const ofId = timeOf(first.consent).toISOString();
  const isEarly = Math.min(timeIn(revocation?.time), timeIn(erased)) < timeIn(given) - tolerance;
  return [
    ...(ofId === given ? [] : [['events-id', { ofId, given }] as const]),
    ...(isEarly ? [['events-order'] as const] : []),
    ...(observedHere(consent).includes(null) ? [['events-unobserved'] as const] : []),
    ...(timeIn(issuedAt) > now.getTime() + tolerance ? [['events-later', { issuedAt }] as const] : []),
  ];
};

const checkEvents = (facts: Facts, now: Date): readonly Check[] => {
  const { consent, issuedAt } = facts;
  const { first, given, revocation, erased } = lifeOf(consent);
  if (!areOfOneConsent(facts)) return [fail('events', ['events-other'])];
  const times = [given, first.imported?.time, revocation?.time, erased];
  const isIssuedBefore = times.some((time) => time !== undefined && time > issuedAt);
  if (isIssuedBefore) return [fail('events', ['events-order'])];
  const doubts = findEventDoubts(facts, now);
  return doubts.length > 0
    ? doubts.map((saying) => leaveOpen('events', saying))
    : [pass('events', ['events-ok', { issuedAt }])];
};
