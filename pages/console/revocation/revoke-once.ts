import type { Client, Revocation, WriteOptions } from '../../../client/typescript/index.ts';
import type { Facts } from '../../../shared/evidence/schema.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';

/** A revoked consent. @property byThis whether this revocation did it, not an earlier one; undefined if unknown */
export interface Revoked {
  readonly time: string;
  readonly byThis: boolean | undefined;
}

/** What the register says of a consent, as it answers: nobody needs to verify what is about to change. */
export const readConsent = async (client: Client, id: string, signal?: AbortSignal): Promise<Statement> => {
  const { statement } = await client.getEvidence({ id }, { signal });
  return toStatement(statement as unknown as Facts);
};

/** The first revocation counts. Another user may have been earlier, with the same words: the document says who it was. */
const isOurs = async (
  client: Client,
  userId: number,
  { id, proof, channel }: Revocation,
): Promise<boolean | undefined> => {
  try {
    const { revocation } = await readConsent(client, id);
    if (revocation?.observed == null) return undefined;
    const { claimed, observed } = revocation;
    const kept = Object.entries(revocation.claimed.proof);
    return (
      'user' in observed &&
      observed.user?.id === userId &&
      claimed.channel === channel &&
      kept.length === Object.keys(proof).length &&
      kept.every(([name, text]) => proof[name] === text)
    );
  } catch {
    return undefined;
  }
};

/** Revokes a consent, and looks whether it was this revocation that counts. @param userId of the user who revokes */
export const revokeOnce = async (
  client: Client,
  userId: number,
  revocation: Revocation,
  options: WriteOptions,
): Promise<Revoked> => {
  const { time } = await client.revokeConsent(revocation, options);
  return { time, byThis: await isOurs(client, userId, revocation) };
};
