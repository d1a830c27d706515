import { findReceivedBy } from '../consents/arrival.ts';
import { toErasedLeaf, toGivenLeaf, toPublishedLeaf, toRevokedLeaf, wasRevoked } from '../log/log-event.ts';
import { canonicalDigest } from '../runtime/digest.ts';
import type { Span } from '../schema/time-span.ts';
import { keysOf, usersOf } from './document-leaves.ts';
import { factsFormat } from './facts-format.ts';
import type { Holdings } from './holdings.ts';
import type { ConsentFacts, Facts } from './schema.ts';

const hash = (value: unknown): string => canonicalDigest(value).toString('hex');

/** A revocation without a proof is none that the log has. Its hash is that of an empty one. */
const revokeProofOf = ({ revokeProof = {} }: Holdings['consent']) => revokeProof;

/** What the proofs say, and not the copies of it beside them, which somebody may have changed before they were logged. */
const readProofs = (consent: Holdings['consent']): Holdings['consent'] => ({
  ...consent,
  receivedBy: findReceivedBy(consent.channel, consent.proof),
  revokeReceivedBy: findReceivedBy(consent.revokeChannel, revokeProofOf(consent)),
});

const toConsentFacts = ({ account: { id: account }, consent: stored }: Holdings): ConsentFacts => {
  const consent = readProofs(stored);
  const { eraseTime, proof, userData } = consent;
  if (eraseTime !== undefined) return [toErasedLeaf(account, { ...consent, eraseTime })];
  const given = toGivenLeaf(account, consent, { proofHash: hash(proof), userDataHash: hash(userData) });
  return wasRevoked(consent) ? [given, toRevokedLeaf(account, consent, hash(revokeProofOf(consent)))] : [given];
};

const toContents = ({ consent, content }: Holdings): Facts['contents'] => {
  const notice = content ?? null;
  if (consent.eraseTime !== undefined) return { notice };
  const { proof, userData } = consent;
  return { proof, userData, ...(wasRevoked(consent) && { revokeProof: revokeProofOf(consent) }), notice };
};

/**
 * The time of a document: never before anything that it says about the consent. A clock that is ahead may have written
 * that, or it came while the consent was read.
 */
const momentOf = ({ time, imported, revokeTime, eraseTime }: Holdings['consent'], clock: Date): Date =>
  [time, imported?.at, revokeTime, eraseTime].reduce<Date>(
    (latest, each) => (each && each > latest ? each : latest),
    clock,
  );

/**
 * What a document says of a consent, as a value for JSON (docs/evidence-format.md).
 *
 * @param clock of this machine
 * @param asked the requested span. Default: now
 */
export const toFacts = (holdings: Holdings, clock: Date, asked?: Span): Facts => {
  const { account, project, version, history, users, keys } = holdings;
  const consent = toConsentFacts(holdings);
  return {
    format: factsFormat,
    issuedAt: momentOf(holdings.consent, clock).toISOString(),
    ...(asked && { asked: { from: asked.start.toISOString(), until: asked.end.toISOString() } }),
    names: {
      account: account.name,
      project: project?.name ?? null,
      notice: version.name,
      users: usersOf(consent).map((id) => ({ id, name: users.get(id)?.name ?? null })),
      keys: keysOf(consent).map((id) => ({ id, note: keys.get(id)?.note ?? null })),
    },
    consent,
    versions: history.map((each) => toPublishedLeaf(account.id, each)),
    contents: toContents(holdings),
  };
};
