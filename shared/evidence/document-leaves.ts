import { sha256 } from '@noble/hashes/sha2.js';
import { userOf } from '../consents/observed-means.ts';
import type { ErasedLeaf, GivenLeaf, ObservedLeaf, PublishedLeaf, RevokedLeaf } from '../log/leaf-schema.ts';
import { fromBase64 } from '../log/note.ts';
import { hashLeaf, rootOfInclusion } from '../log/tree.ts';
import { toCanonicalJson } from '../runtime/canonical.ts';
import { joinBytes, memoize } from '../runtime/values.ts';
import type { ConsentFacts, Facts, LogLeaf, NamedLeaf } from './schema.ts';

/** The facts that are leaves of the log. */
export type LeafFacts = Pick<Facts, 'consent' | 'versions'>;

/** A leaf in a document. */
export type DocumentLeaf = GivenLeaf | RevokedLeaf | ErasedLeaf | PublishedLeaf;

/** The same of two leaves that prove the same, to different trees. */
export const nameOfLeaf = (leaf: NamedLeaf): string =>
  leaf.event === 'notice.published' ? `${leaf.event} ${leaf.versionId}` : leaf.event;

/** The consent's leaves as leaves to prove. */
export const consentLeavesOf = ({ consent }: LeafFacts): readonly NamedLeaf[] =>
  consent.map(({ event }) => ({ event }));

/** The same of all versions of its notice. */
export const versionLeavesOf = ({ versions }: LeafFacts): readonly NamedLeaf[] =>
  versions.map(({ versionId }) => ({ event: 'notice.published', versionId }));

const versionsById = memoize((versions: LeafFacts['versions']) => Map.groupBy(versions, ({ versionId }) => versionId));

/** The versions with an id: one, unless somebody changed the table. */
export const versionsNamed = (versionId: string, { versions }: LeafFacts): readonly PublishedLeaf[] =>
  versionsById(versions).get(versionId) ?? [];

/** What a leaf says. Undefined if the document does not say it, or several things. */
export const findLeaf = (named: NamedLeaf, facts: LeafFacts): DocumentLeaf | undefined => {
  if (named.event !== 'notice.published') return facts.consent.find(({ event }) => event === named.event);
  const [found, ...others] = versionsNamed(named.versionId, facts);
  return others.length === 0 ? found : undefined;
};

const none = new Uint8Array();

const decode = (text: string): Uint8Array => fromBase64(text) ?? none;

/** The entry of a leaf: SHA-256 of its salt and of its canonical JSON (docs/evidence-format.md, The log). */
export const entryOf = (salt: Uint8Array, leaf: DocumentLeaf): Uint8Array =>
  sha256(joinBytes([salt, new TextEncoder().encode(toCanonicalJson(leaf))]));

/** Where a leaf stands, with its path in bytes. */
export const placeOf = ({ index, size, path }: LogLeaf) => ({ index, size, path: path.map(decode) });

/** A leaf of a document, and the root that its path leads to; undefined if the facts or the path do not fit. */
export interface PlacedLeaf {
  readonly leaf: LogLeaf;
  /** Undefined if the facts do not have it. */
  readonly hash: Uint8Array | undefined;
  readonly root: Uint8Array | undefined;
}

const hashOf = (leaf: LogLeaf, facts: LeafFacts): Uint8Array | undefined => {
  const said = findLeaf(leaf, facts);
  return said && hashLeaf(entryOf(decode(leaf.salt), said));
};

/** Where leaves lead to. What several paths lead from is hashed once. */
export const placeLeaves = (leaves: readonly LogLeaf[], facts: LeafFacts): readonly PlacedLeaf[] => {
  const hashes = new Map<string, Uint8Array | undefined>();
  return leaves.map((leaf) => {
    const name = `${nameOfLeaf(leaf)} ${leaf.salt}`;
    const hash = hashes.has(name) ? hashes.get(name) : hashOf(leaf, facts);
    hashes.set(name, hash);
    return { leaf, hash, root: hash && rootOfInclusion(hash, placeOf(leaf)) };
  });
};

/** What the leaves of a consent say of its life. */
export interface ConsentLife {
  /** The leaf that identifies the consent and says how it came. */
  readonly first: GivenLeaf | ErasedLeaf;
  readonly given: string;
  readonly revocation: ErasedLeaf['revocation'];
  readonly erased: string | undefined;
}

export const lifeOf = ([first, revoked]: ConsentFacts): ConsentLife =>
  first.event === 'consent.erased'
    ? { first, given: first.given, revocation: first.revocation, erased: first.time }
    : { first, given: first.time, revocation: revoked ?? null, erased: undefined };

/** What this register observed of the calls of a consent, in their order. It observed no call that was imported. */
export const observedHere = (consent: ConsentFacts): readonly (ObservedLeaf | null)[] => {
  const { first, revocation } = lifeOf(consent);
  return [
    ...(first.imported === null ? [first.observed] : []),
    ...(revocation?.imported === false ? [revocation.observed] : []),
  ];
};

/** The ids of the keys for machines by which these calls were made, or their links asked for, each once. */
export const keysOf = (consent: ConsentFacts): readonly string[] => [
  ...new Set(observedHere(consent).flatMap((observed) => (observed && userOf(observed).keyId) ?? [])),
];

/** The ids of the users who made these calls, or asked for their links, each once. */
export const usersOf = (consent: ConsentFacts): readonly number[] => [
  ...new Set(observedHere(consent).flatMap((observed) => (observed && userOf(observed).userId) ?? [])),
];
