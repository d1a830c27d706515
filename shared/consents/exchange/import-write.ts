import { isDeepStrictEqual } from 'node:util';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import { mayKeepFor } from '../proof-keeper.ts';
import type { Item, Table } from '../../store/client.ts';
import { unpack } from '../../store/compression.ts';
import { getItem } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { commit } from '../../store/write.ts';
import type { ConsentLine } from './consent-line.ts';
import type { ImportedConsent } from './imported-consent.ts';

/**
 * The result of importing a consent. An existing one stays as it is: `differing` if it differs, `in-force` if it was
 * revoked at the source but not here, and `not-erased` if it was erased at the source but is whole here.
 */
export type ImportOutcome = 'written' | 'there' | 'differing' | 'in-force' | 'not-erased';

const isSame = (bytes: Uint8Array | undefined, value: unknown): boolean =>
  bytes !== undefined && isDeepStrictEqual(unpack(bytes).value, value);

const saysTheSame = (existing: StoredConsent, line: ConsentLine): boolean =>
  existing.projectUid === line.projectUid &&
  existing.versionId === line.consentInformationVersionId &&
  existing.lang === line.lang &&
  existing.channel === line.channel &&
  isSame(existing.userData, line.userData);

const compare = (existing: StoredConsent, line: ConsentLine): ImportOutcome => {
  if (existing.eraseTime !== undefined) return 'there';
  if (line.eraseTime !== null) return 'not-erased';
  if (!saysTheSame(existing, line)) return 'differing';
  return line.revokeTime !== null && !existing.revoked ? 'in-force' : 'there';
};

/** Whether an earlier try of the same call wrote it, whose answer was lost. */
const isOwn = ({ salt }: Item, { put }: ImportedConsent): boolean =>
  salt instanceof Uint8Array && put.put.salt instanceof Uint8Array && Buffer.from(salt).equals(put.put.salt);

/**
 * Writes a consent that does not exist yet, in a single write if it is one item. An existing consent is never changed.
 *
 * @throws Problem store.unavailable
 */
export const writeImported = async (
  table: Table,
  line: ConsentLine,
  consent: ImportedConsent,
): Promise<ImportOutcome> => {
  const refusals = await commit(table, [consent.put, ...consent.more]);
  if (refusals === undefined) return 'written';
  const existing = refusals[0]?.existing;
  if (existing === undefined) throw new Error('What stands beside a consent is there, and the consent is not.');
  return isOwn(existing, consent) ? 'written' : compare(parseConsent(existing), line);
};

/**
 * Whether the consent that a line names as the keeper of its proof exists, keeps this proof, and may keep it for the
 * line's consent.
 */
export const keepsProof = async (
  table: Table,
  accountId: string,
  { proofId, proof, ...line }: Pick<ConsentLine, 'id' | 'projectUid' | 'proofId' | 'proof'>,
): Promise<boolean> => {
  const item = proofId === null ? undefined : await getItem(table, keyOf.consent(accountId, proofId));
  if (item === undefined) return false;
  const keeper = parseConsent(item);
  return mayKeepFor(keeper, line) && isSame(keeper.proof, proof);
};
