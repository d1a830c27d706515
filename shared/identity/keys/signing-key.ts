import { lifetimes } from '../../api/limits.ts';
import { describeFault, logger } from '../../runtime/logger.ts';
import { unavailable } from '../../store/unavailable.ts';
import type { SigningKey } from './key-pair.ts';
import { readSecret, toSigningKey } from './signing-secret.ts';

/** Milliseconds that a call waits for a new reading if it may use the key of the last one. */
const patience = 1_000;

const isWithin = (seconds: number, sinceMs: number, nowMs: number): boolean => nowMs - sinceMs < seconds * 1_000;

/**
 * Opens the private key that signs now. Each container reads it once and again every five minutes. If a reading fails,
 * the last key is used for up to an hour after it was read. Verification keys live longer than that.
 *
 * @param secretId name or ARN of the secret that holds the key
 * @returns the key. It throws Problem store.unavailable while the secret holds none, until its first rotation
 */
export const openSigningKey = (secretId: string): ((now: Date) => Promise<SigningKey>) => {
  /** The key of the last successful reading. */
  let held: { readonly key: SigningKey; readonly readMs: number } | undefined;
  let reading: Promise<SigningKey> | undefined;
  let triedMs = Number.NEGATIVE_INFINITY;

  const readKey = async (readMs: number, abortSignal?: AbortSignal): Promise<SigningKey> => {
    const version = await readSecret(secretId, undefined, abortSignal);
    try {
      held = { key: toSigningKey(version), readMs };
      return held.key;
    } catch (error) {
      logger.error('signing-key.unusable');
      throw unavailable(error);
    }
  };

  /**
   * One reading for all callers. A reading that began long ago may have been frozen with its container, so nobody waits
   * for it.
   */
  const readOnce = (nowMs: number, abortSignal?: AbortSignal): Promise<SigningKey> => {
    if (reading !== undefined && isWithin(lifetimes.signingKeyRetrySeconds, triedMs, nowMs)) return reading;
    triedMs = nowMs;
    const begun = readKey(nowMs, abortSignal).finally(() => {
      if (reading === begun) reading = undefined;
    });
    reading = begun;
    return begun;
  };

  return async (now) => {
    const nowMs = now.getTime();
    const usable = held && isWithin(lifetimes.signingKeySecondsLongest, held.readMs, nowMs) ? held : undefined;
    if (usable === undefined) return readOnce(nowMs);
    if (isWithin(lifetimes.signingKeySeconds, usable.readMs, nowMs)) return usable.key;
    if (isWithin(lifetimes.signingKeyRetrySeconds, triedMs, nowMs)) return usable.key;
    try {
      return await readOnce(nowMs, AbortSignal.timeout(patience));
    } catch (error) {
      logger.warn('signing-key.unread', describeFault(error));
      return usable.key;
    }
  };
};
