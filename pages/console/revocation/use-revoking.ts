import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client, Revocation, RevokedConsent } from '../../../client/index.ts';
import { useKept } from '../session/memory.ts';
import { useSession } from '../session/session.ts';

/** A revoked consent. @property byThis whether this revocation did it, not an earlier one; undefined if unknown */
export interface Revoked {
  readonly time: string;
  readonly byThis: boolean | undefined;
}

/** The state of a revocation. */
export type Revoking =
  | { readonly is: 'not-sent' }
  | { readonly is: 'under-way' }
  /** The reader stopped waiting, so it is unknown whether the revocation was recorded. */
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly revoked: Revoked };

/** A request and its idempotency key: the register records it once (docs/contract.md, Idempotency). */
interface Keyed {
  readonly request: string;
  readonly key: string;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

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

/** Sends a revocation. Every attempt uses the same key, also after a new sign-in. So a revocation whose answer was lost is recorded once. */
export const useRevoking = (
  id: string,
): {
  readonly revoking: Revoking;
  readonly send: (revocation: Revocation) => void;
  readonly stop: () => void;
  readonly reset: () => void;
} => {
  const { client } = useSession();
  const [keyed, setKeyed] = useKept<Keyed | undefined>(`revocation-key-${id}`, undefined);
  const [revoking, setRevoking] = useState<Revoking>({ is: 'not-sent' });
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const send = useCallback(
    async (revocation: Revocation) => {
      const request = JSON.stringify(revocation);
      const { key } = keyed?.request === request ? keyed : { key: newKey() };
      setKeyed({ request, key });
      setRevoking({ is: 'under-way' });
      giveUp.current = new AbortController();
      const { signal } = giveUp.current;
      try {
        const { time }: RevokedConsent = await client.revokeConsent(revocation, { signal, idempotencyKey: key });
        const byThis = await isOurs(client, revocation);
        setRevoking({ is: 'done', revoked: { time, byThis } });
      } catch (error) {
        if (!signal.aborted) setRevoking({ is: 'failed', error });
      }
    },
    [client, keyed],
  );
  const stop = useCallback(() => {
    giveUp.current.abort();
    setRevoking({ is: 'stopped' });
  }, []);
  const reset = useCallback(() => setRevoking({ is: 'not-sent' }), []);
  return { revoking, send, stop, reset };
};
