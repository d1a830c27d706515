import type { SigningKey } from './access-token.ts';
import { limits } from './limits.ts';
import { log } from './log.ts';
import { readSecret, toSigningKey } from './signing-secret.ts';
import { unavailable } from './store/unavailable.ts';

const readKey = async (): Promise<SigningKey> => {
  const version = await readSecret();
  try {
    return toSigningKey(version);
  } catch (error) {
    log.error('signing-key.unusable');
    throw unavailable(error);
  }
};

let reading: Promise<SigningKey> | undefined;
let readMs = 0;

/**
 * The private key that signs now; read once per container and again every five minutes.
 *
 * @throws Problem store.unavailable as long as the secret holds no key, which is so until its first rotation
 */
export const getSigningKey = (now: Date): Promise<SigningKey> => {
  if (reading === undefined || now.getTime() - readMs >= limits.signingKeySeconds * 1_000) {
    readMs = now.getTime();
    reading = readKey();
    reading.catch(() => {
      reading = undefined;
    });
  }
  return reading;
};
