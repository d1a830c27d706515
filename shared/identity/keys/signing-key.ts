import { lifetimes } from '../../lifetimes.ts';
import { describeFault, log } from '../../logger.ts';
import { unavailable } from '../../store/unavailable.ts';
import type { SigningKey } from './key-pair.ts';
import { readSecret, toSigningKey } from './signing-secret.ts';

/** Milliseconds that a call waits for a new reading if it may use the key of the last one. */
const patience = 1_000;

/** A secret, as a container knows it. */
interface Known {
  readonly secretId: string;
  /** The key of the last successful reading. */
  held?: { readonly key: SigningKey; readonly readMs: number };
  reading?: Promise<SigningKey> | undefined;
  triedMs: number;
}

const container = new Map<string, Known>();

const readKey = async (known: Known, readMs: number, abortSignal?: AbortSignal): Promise<SigningKey> => {
  const version = await readSecret(known.secretId, { abortSignal });
  try {
    known.held = { key: toSigningKey(version), readMs };
    return known.held.key;
  } catch (error) {
    log.error('signing-key.unusable');
    throw unavailable(error);
  }
};

const isWithin = (seconds: number, sinceMs: number, nowMs: number): boolean => nowMs - sinceMs < seconds * 1_000;

/**
 * One reading for all callers. A reading that began long ago may have been frozen with its container, so nobody waits
 * for it.
 */
const readOnce = (known: Known, nowMs: number, abortSignal?: AbortSignal): Promise<SigningKey> => {
  const { reading, triedMs } = known;
  if (reading !== undefined && isWithin(lifetimes.signingKeyRetrySeconds, triedMs, nowMs)) return reading;
  known.triedMs = nowMs;
  const begun = readKey(known, nowMs, abortSignal).finally(() => {
    if (known.reading === begun) known.reading = undefined;
  });
  known.reading = begun;
  return begun;
};

/**
 * The private key that signs now. Each container reads it once and again every five minutes. If a reading fails, the
 * last key is used for up to an hour after it was read. Verification keys live longer than that.
 *
 * @throws Problem store.unavailable while the secret holds no key, until its first rotation
 */
export const getSigningKey = async (secretId: string, now: Date): Promise<SigningKey> => {
  const nowMs = now.getTime();
  const known: Known = container.get(secretId) ?? { secretId, triedMs: Number.NEGATIVE_INFINITY };
  container.set(secretId, known);
  const { held, triedMs } = known;
  const usable = held && isWithin(lifetimes.signingKeySecondsLongest, held.readMs, nowMs) ? held : undefined;
  if (usable === undefined) return readOnce(known, nowMs);
  if (isWithin(lifetimes.signingKeySeconds, usable.readMs, nowMs)) return usable.key;
  if (isWithin(lifetimes.signingKeyRetrySeconds, triedMs, nowMs)) return usable.key;
  try {
    return await readOnce(known, nowMs, AbortSignal.timeout(patience));
  } catch (error) {
    log.warn('signing-key.unread', describeFault(error));
    return usable.key;
  }
};
