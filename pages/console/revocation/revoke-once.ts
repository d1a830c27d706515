import type { Client, Revocation, WriteOptions } from '../../../client/typescript/index.ts';

/** A revoked consent. @property byThis whether this revocation did it, not an earlier one; undefined if unknown */
export interface Revoked {
  readonly time: string;
  readonly byThis: boolean | undefined;
}

/** The first revocation counts, and another user may have been earlier. */
const isOurs = async (client: Client, { id, proof, channel }: Revocation): Promise<boolean | undefined> => {
  try {
    const { data } = await client.searchConsents({ id, userData: {}, first: true });
    if (data?.revokeProof == null) return undefined;
    const kept = Object.entries(data.revokeProof);
    return (
      data.revokeChannel === channel &&
      kept.length === Object.keys(proof).length &&
      kept.every(([name, text]) => proof[name] === text)
    );
  } catch {
    return undefined;
  }
};

/** Revokes a consent, and looks whether it was this revocation that counts. */
export const revokeOnce = async (client: Client, revocation: Revocation, options: WriteOptions): Promise<Revoked> => {
  const { time } = await client.revokeConsent(revocation, options);
  return { time, byThis: await isOurs(client, revocation) };
};
