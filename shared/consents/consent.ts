import * as v from 'valibot';
import type { NamedVersion } from '../notices/notice.ts';
import { Channel } from '../schema/vocabulary.ts';
import { Compressed, HexBytes, toHexBytes, unpack } from '../store/item.ts';
import type { Item } from '../store/table.ts';
import { ReceivedBy } from './arrival.ts';
import { ConsentFacets } from './facets.ts';
import { StoredObserved } from './observed.ts';
import { Proof, UserData } from './person-data.ts';

/** A stored moment. */
export const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);

/** The source of an imported consent, and who imported it (docs/api.md, Imported consents). */
const Imported = v.object({
  /** The operator's name for the source. */
  source: v.string(),
  /** Line of the file, from 1. */
  line: v.number(),
  at: time,
  /** Who ran the command, as in the operations log. */
  by: v.string(),
  /** The revocation was imported with the consent. Without this, the consent was revoked here. */
  withRevocation: v.optional(v.literal(true)),
});
export type Imported = v.InferOutput<typeof Imported>;

/** Converts the source to its stored form. */
export const storeImported = ({ at, ...rest }: Imported) => ({ ...rest, at: at.toISOString() });

/** The consent's id. */
const id = { SK: v.string() };

const recorded = {
  ...ConsentFacets.entries,
  projectId: HexBytes,
  /** SHA-256 of the content of the notice version to which the person agreed. */
  contentHash: HexBytes,
  /** Whether the caller named the notice by its PID instead of the id of the version. Unknown of an imported consent. */
  byPid: v.optional(v.boolean()),
  time,
  /** What the proof says of it, so that a list need not read the proof. */
  receivedBy: v.optional(ReceivedBy),
  proof: v.optional(Compressed),
  userData: v.optional(Compressed),
  observed: v.optional(StoredObserved),
  /** Bytes that the record adds to an answer while it is not revoked. */
  answerBytes: v.number(),
};

const revoked = {
  revokeTime: v.optional(time),
  revokeChannel: v.optional(Channel),
  revokeReceivedBy: v.optional(ReceivedBy),
  revokeProof: v.optional(Compressed),
  revokeObserved: v.optional(StoredObserved),
};

const erased = {
  /** When an erasure removed the personal data: the proofs, the userData, and whatever could reveal them. */
  eraseTime: v.optional(time),
};

const imported = { imported: v.optional(Imported) };

/** Salt of the commitment in the log. An export does not read it. */
const salted = { salt: v.optional(v.instance(Uint8Array)) };

/** Attributes that recording writes and from which records are made, without keys. */
export const recordedAttributes: readonly string[] = Object.keys(recorded);

/** Attributes that revoking adds, or cleans of what somebody put there before. */
export const revokedAttributes: readonly string[] = [revoked, imported].flatMap(Object.keys);

const importedRevocation = 'imported.withRevocation';

/** Paths of everything that may say something of a revocation in an item. */
export const revocationPaths = (item: Item): readonly string[] => [
  ...Object.keys(revoked),
  ...(Object(item.imported).withRevocation === undefined ? [] : [importedRevocation]),
];

/** Those that a consent in force has. The register writes none there: it would count once the consent is revoked. */
export const earlyRevocationIn = (item: Item): readonly string[] =>
  item.revokeTime === undefined
    ? revocationPaths(item).filter((path) => path === importedRevocation || item[path] !== undefined)
    : [];

/** A consent as it was before it was revoked. */
export const withoutRevocation = (item: Item): Item => {
  const { withRevocation, ...origin } = Object(item.imported);
  return {
    ...Object.fromEntries(Object.entries(item).filter(([name]) => !Object.hasOwn(revoked, name))),
    ...(withRevocation !== undefined && { imported: origin }),
  };
};

/** All attributes from which a consent is read, without its keys. */
export const consentAttributes: readonly string[] = [recorded, revoked, erased, imported].flatMap(Object.keys);

/** What lists need of the proofs. Whoever reads the proofs need not read these. */
const fromProofs: readonly string[] = ['receivedBy', 'revokeReceivedBy'];

/** The attributes that say all of a consent. */
export const sourceAttributes = consentAttributes.filter((name) => !fromProofs.includes(name));

const stored = v.object({ ...id, ...recorded, ...revoked, ...erased, ...imported, ...salted });

/**
 * A consent as stored. Functions write it once, revoke it once, and never edit or delete it. An erased consent has neither
 * proofs nor userData.
 */
const StoredConsent = v.pipe(
  stored,
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest, revoked: rest.revokeTime !== undefined })),
);
export type StoredConsent = v.InferOutput<typeof StoredConsent>;

export const parseConsent = (item: Item): StoredConsent => v.parse(StoredConsent, item);

/** A consent as far as the log states it: without what is stored for answers and lists alone. */
export type LoggedConsent = Omit<StoredConsent, 'answerBytes'>;

const LoggedConsent = v.pipe(
  v.omit(stored, ['answerBytes']),
  v.transform(({ SK, ...rest }): LoggedConsent => ({ id: SK, ...rest, revoked: rest.revokeTime !== undefined })),
);

/** Reads a consent for the log, which must not miss a withdrawal because something else of the item is damaged. */
export const parseLogged = (item: Item): LoggedConsent => v.parse(LoggedConsent, item);

const RevocationState = v.pipe(
  v.object({ ...id, versionId: v.string(), revokeTime: v.optional(time) }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);
type RevocationState = v.InferOutput<typeof RevocationState>;

/** Whether and when a consent was revoked, read without decompressing anything. */
export const parseRevocationState = (item: Item): RevocationState => v.parse(RevocationState, item);

/** What decides the state of a consent, and whose consent it is. */
const checkedMembers = {
  ...id,
  versionId: v.string(),
  time,
  userData: recorded.userData,
  revokeTime: revoked.revokeTime,
  eraseTime: erased.eraseTime,
};

/** The attributes of these, without keys. */
export const checkedAttributes: readonly string[] = Object.keys(checkedMembers).filter((name) => name !== 'SK');

const CheckedConsent = v.pipe(
  v.object(checkedMembers),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);
export type CheckedConsent = v.InferOutput<typeof CheckedConsent>;

/** A consent as far as a check looks at it, without its proof. */
export const parseCheckedConsent = (item: Item): CheckedConsent => v.parse(CheckedConsent, item);

/** What decides the state of a consent, besides its key: not whose it is, nor what was said to prove it. */
export const linkedAttributes = ['pid', 'versionId', 'time', 'revokeTime', 'eraseTime'] as const;

/** What decides the state of a consent, and nothing of its person. */
export const ConsentEnds = v.pipe(
  v.object({ ...id, ...v.pick(stored, linkedAttributes).entries }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);
export type ConsentEnds = v.InferOutput<typeof ConsentEnds>;

/** The version and the project of a consent, in their stored form. */
export const storeVersion = ({ pid, versionId, contentHash }: NamedVersion) => ({
  pid,
  versionId,
  contentHash: toHexBytes(contentHash),
});

export const storeProject = ({ uid, id }: { readonly uid: string; readonly id: string }) => ({
  projectUid: uid,
  projectId: toHexBytes(id),
});

/** A consent after decompression, with its proofs. */
export interface Consent extends Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'> {
  readonly proof: Proof;
  readonly userData: UserData;
  readonly revokeProof: Proof | undefined;
  /** Bytes of proofs and userData as JSON: nearly the size of the record in an answer. */
  readonly bytes: number;
}

/** Only an erased consent may lack what it was recorded with (docs/api.md, Erased consents). */
const mustBeErased = ({ eraseTime }: Pick<StoredConsent, 'eraseTime'>): Record<string, never> => {
  if (eraseTime === undefined) throw new Error('A consent that was not erased lacks what it was recorded with.');
  return {};
};

/** The userData of a stored consent, and its bytes as JSON. */
export const openUserData = (
  consent: Pick<StoredConsent, 'userData' | 'eraseTime'>,
): { readonly userData: UserData; readonly bytes: number } => {
  if (consent.userData === undefined) return { userData: mustBeErased(consent), bytes: 0 };
  const { value, bytes } = unpack(consent.userData);
  return { userData: v.parse(UserData, value), bytes };
};

const openErased = (consent: StoredConsent): Consent => {
  const empty = mustBeErased(consent);
  return { ...consent, proof: empty, userData: empty, revokeProof: empty, bytes: 0 };
};

/** @param person as `openUserData` gives it */
export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData> = openUserData(consent),
): Consent => {
  if (consent.eraseTime !== undefined) return openErased(consent);
  if (consent.proof === undefined) throw new Error('A consent that was not erased lacks its proof.');
  const proof = unpack(consent.proof);
  const revokeProof = consent.revokeProof && unpack(consent.revokeProof);
  return {
    ...consent,
    proof: v.parse(Proof, proof.value),
    userData,
    revokeProof: revokeProof && v.parse(Proof, revokeProof.value),
    bytes: bytes + proof.bytes + (revokeProof?.bytes ?? 0),
  };
};
