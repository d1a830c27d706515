import { createHash, hash } from 'node:crypto';
import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import type { LoggedConsent } from '../consents/consent.ts';
import { parseLogged } from '../consents/consent.ts';
import { facetNames, pickFacets } from '../consents/facets.ts';
import { linkOf, mailboxOf } from '../consents/observed-means.ts';
import { parseNoticeVersion } from '../notices/notice.ts';
import { toCanonicalJson } from '../runtime/canonical.ts';
import { canonicalDigest } from '../runtime/digest.ts';
import { unpackFew } from '../store/item.ts';
import type { Item } from '../store/table.ts';
import type { Leaf, LeafConsent, LeafStatement } from './log-event.ts';
import { LogEvent, toErasedLeaf, toGivenLeaf, toPublishedLeaf, toRevokedLeaf, wasRevoked } from './log-event.ts';

/** Makes the hash of what is stored compressed. @param longest bytes of the JSON that it may have */
type Hash = (compressed: Uint8Array, longest: number) => string;

/**
 * Hashes of what came last. The consents of a request have a proof in common, and may come among those of other requests: a
 * hundred times what seventy bytes decompress to would keep the feed busy.
 */
const latest = new Map<string, string>();
const mostLatest = 2_000;

/** @throws RangeError when it is of more bytes than the register stores: many such would keep the feed busy */
const hashOf: Hash = (compressed, longest) => {
  const name = `${longest} ${hash('sha256', compressed, 'base64url')}`;
  const known = latest.get(name) ?? canonicalDigest(unpackFew(compressed, longest)).toString('hex');
  latest.delete(name);
  latest.set(name, known);
  const [oldest] = latest.keys();
  if (latest.size > mostLatest && oldest !== undefined) latest.delete(oldest);
  return known;
};

/** The hash of a proof. @throws Error when there is none */
const proofHashOf = (proof: Uint8Array | undefined, longest: number, hashOf: Hash): string => {
  if (proof === undefined) throw new Error('A consent that was not erased lacks a proof.');
  return hashOf(proof, longest);
};

const toLeafStatement = (
  account: string,
  consent: LoggedConsent,
  kind: LogEvent['kind'],
  hashOf: Hash,
): LeafStatement => {
  const { eraseTime } = consent;
  if (kind === 'erased' && eraseTime !== undefined) return toErasedLeaf(account, { ...consent, eraseTime });
  if (kind === 'revoked' && wasRevoked(consent))
    return toRevokedLeaf(account, consent, proofHashOf(consent.revokeProof, limits.revocationBytes, hashOf));
  if (consent.userData === undefined) throw new Error('A consent that was not erased lacks its userData.');
  const hashes = {
    proofHash: proofHashOf(consent.proof, limits.consentBytes, hashOf),
    userDataHash: hashOf(consent.userData, limits.consentBytes),
  };
  return toGivenLeaf(account, consent, hashes);
};

const toEvent = (account: string, consent: LeafConsent, kind: LogEvent['kind'], time: Date): LogEvent => {
  const { id, revokeTime, eraseTime } = consent;
  const isByMailbox = kind === 'recorded' && mailboxOf(consent.observed) !== undefined;
  const isByLink = kind === 'revoked' && linkOf(consent.revokeObserved) !== undefined;
  const revoked = wasRevoked(consent) && kind !== 'recorded' && kind !== 'imported' ? revokeTime?.getTime() : undefined;
  return {
    kind,
    id,
    account,
    time: time.getTime(),
    ...(isByLink && { by: 'link' }),
    ...(isByMailbox && { by: 'mailbox' }),
    facets: {
      ...pickFacets(consent),
      given: consent.time.getTime(),
      ...(revoked !== undefined && { revoked }),
      ...(kind === 'removed' && eraseTime !== undefined && { erased: eraseTime.getTime() }),
    },
  };
};

/** The attributes of a consent from which its events follow, with its keys. None says anything about the person. */
export const eventAttributes: readonly string[] = [
  'PK',
  'SK',
  ...facetNames,
  'projectId',
  'contentHash',
  'answerBytes',
  'time',
  'revokeTime',
  'eraseTime',
  'imported',
];

/** The events of a consent with their times. */
export const eventsOf = (account: string, consent: LeafConsent): LogEvent[] => {
  const { imported, time, revokeTime, eraseTime } = consent;
  const revokedAt = imported?.withRevocation ? imported.at : revokeTime;
  const newEvent = (kind: LogEvent['kind'], at: Date): LogEvent => toEvent(account, consent, kind, at);
  return [
    imported ? newEvent('imported', imported.at) : newEvent('recorded', time),
    ...(revokedAt !== undefined && wasRevoked(consent) ? [newEvent('revoked', revokedAt)] : []),
    ...(eraseTime === undefined
      ? []
      : [newEvent('erased', imported && imported.at > eraseTime ? imported.at : eraseTime)]),
  ];
};

/** Whether everything for a leaf is stored. */
const hasSource = (consent: LoggedConsent, { kind }: LogEvent): boolean => {
  if (kind === 'erased') return true;
  if (consent.eraseTime !== undefined) return false;
  return kind === 'revoked'
    ? consent.revokeProof !== undefined
    : consent.userData !== undefined && consent.proof !== undefined;
};

/**
 * The leaves of a stored consent. An erased one only has that of its erasure, because the source of the others is gone.
 *
 * @param isWanted which of them. Default: all
 * @throws Error when the item is not a consent, or says what no consent can
 */
export const leavesOfConsent = (
  account: string,
  item: Item,
  isWanted: (event: LogEvent) => boolean = () => true,
): Leaf[] => makeLeaves(account, item, isWanted, hashOf);

/**
 * The same with entries that serve only to compare two images of a change: they hash the compressed bytes. Reading these would
 * cost as much as when they were recorded.
 */
export const comparableLeaves = (account: string, item: Item): Leaf[] =>
  makeLeaves(
    account,
    item,
    () => true,
    (compressed) => hash('sha256', compressed, 'hex'),
  );

const makeLeaves = (account: string, item: Item, isWanted: (event: LogEvent) => boolean, hashOf: Hash): Leaf[] => {
  const consent = parseLogged(item);
  const salt = saltOf(item);
  return eventsOf(account, consent)
    .filter((event) => isWanted(event) && hasSource(consent, event))
    .map((event) => toLeaf(event, salt, toLeafStatement(account, consent, event.kind, hashOf)));
};

/** The leaf of a consent that was erased with everything. @param last as last stored @throws Error for another item */
export const leafOfRemoved = (account: string, last: Item, time: Date): Leaf => {
  const consent = parseLogged(last);
  const event = toEvent(account, consent, 'removed', time);
  return toLeaf(event, saltOf(last), { event: 'consent.removed', account, consent: consent.id });
};

/** The leaf of a notice version. @throws Error when it is not under its own key */
export const leafOfVersion = (account: string, item: Item): Leaf => {
  const published = parseNoticeVersion(item);
  const { id, pid, version, publishedAt } = published;
  const event: LogEvent = { kind: 'published', id, account, time: Date.parse(publishedAt), notice: { pid, version } };
  return toLeaf(event, saltOf(item), toPublishedLeaf(account, published));
};

/** The salt of leaves that contain nothing personal. */
export const noSalt = new Uint8Array();

const Salted = v.object({ salt: v.instance(Uint8Array) });

/** The salt of a stored record. */
export const saltOf = (item: Item): Uint8Array => v.parse(Salted, item).salt;

/** The entry of a leaf: SHA-256 of the salt and its canonical JSON (docs/evidence-format.md, The log). */
const commit = (salt: Uint8Array, statement: LeafStatement): Uint8Array =>
  createHash('sha256').update(salt).update(toCanonicalJson(statement)).digest();

/** The leaf of an event. @throws Error when the record has a form that the log does not accept */
export const toLeaf = (event: LogEvent, salt: Uint8Array, statement: LeafStatement): Leaf => ({
  event: v.parse(LogEvent, event),
  entry: commit(salt, statement),
});
