import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { lifetimes } from '../../api/limits.ts';
import { functionClientLimits, watch } from '../../runtime/aws.ts';
import { newIdentifier } from '../../runtime/identifier.ts';
import { describeFault, logger } from '../../runtime/logger.ts';
import { unavailable } from '../../store/table.ts';
import { PublicJwk } from './evidence-signer.ts';
import type { VerificationKey } from './verification-keys.ts';

/** Milliseconds that a call waits for a new reading if it may use the key of the last one. */
const clientLimits = 1_000;

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
      return await readOnce(nowMs, AbortSignal.timeout(clientLimits));
    } catch (error) {
      logger.warn('signing-key.unread', describeFault(error));
      return usable.key;
    }
  };
};

export const secrets = watch(new SecretsManagerClient(functionClientLimits));

/** P-256, as OpenSSL names it. */
const curve = 'prime256v1';

/** What the secret holds, as JSON: the name of the key pair and its private half (PKCS #8, PEM). */
const Secret = v.pipe(v.string(), v.parseJson(), v.object({ kid: v.string(), privateKey: v.string() }));

/** A version of the secret. */
export interface SecretVersion {
  readonly text: string | undefined;
  readonly stages: readonly string[];
}

/**
 * The version with this id, or the current version.
 *
 * @param secretId name or ARN of the secret that holds the signing key
 * @param abortSignal of a caller who does not wait for all retries
 */
export const readSecret = async (
  secretId: string,
  versionId?: string,
  abortSignal?: AbortSignal,
): Promise<SecretVersion> => {
  const command = new GetSecretValueCommand({ SecretId: secretId, VersionId: versionId });
  const { SecretString: text, VersionStages: stages = [] } = await secrets.send(
    command,
    abortSignal && { abortSignal },
  );
  return { text, stages };
};

/** If the secret holds no key for ES256, such as its initial text, throws an error that reveals nothing of it. */
export const toSigningKey = ({ text }: SecretVersion): SigningKey => {
  const { success, output } = v.safeParse(Secret, text);
  if (!success) throw new Error('The secret holds no signing key.');
  const privateKey = createPrivateKey(output.privateKey);
  if (privateKey.asymmetricKeyDetails?.namedCurve !== curve)
    throw new Error('The key in the secret does not sign ES256.');
  return { kid: output.kid, privateKey };
};

/** A secret, by its name or ARN, and the version that its rotation makes. */
export interface RotatedSecret {
  readonly secretId: string;
  readonly versionId: string;
}

/** Whether the version has a value. A rotation begins with a version without one. */
export const hasValue = async ({ secretId, versionId }: RotatedSecret): Promise<boolean> => {
  try {
    await readSecret(secretId, versionId);
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};

/** Gives the pending version its value, unless another run did so at the same time. */
export const putPending = async ({ secretId, versionId }: RotatedSecret, text: string): Promise<void> => {
  const version = { ClientRequestToken: versionId, SecretString: text, VersionStages: [pendingStage] };
  try {
    await secrets.send(new PutSecretValueCommand({ SecretId: secretId, ...version }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
};

/** The key of a pending or current version. Throws for any other, which must not come back. */
export const readRotatingKey = async ({ secretId, versionId }: RotatedSecret): Promise<SigningKey> => {
  const version = await readSecret(secretId, versionId);
  if (!version.stages.some((stage) => stage === pendingStage || stage === currentStage)) {
    throw new Error('The version is neither pending nor current.');
  }
  return toSigningKey(version);
};

const findCurrent = async (secretId: string): Promise<string | undefined> => {
  const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId: secretId }));
  return Object.keys(VersionIdsToStages).find((versionId) => VersionIdsToStages[versionId]?.includes(currentStage));
};

/** Makes the version the current one. Returns false if it is already, or if another run did so at the same time. */
export const makeCurrent = async ({ secretId, versionId }: RotatedSecret): Promise<boolean> => {
  const before = await findCurrent(secretId);
  if (before === versionId) return false;
  const move = { VersionStage: currentStage, MoveToVersionId: versionId, RemoveFromVersionId: before };
  try {
    await secrets.send(new UpdateSecretVersionStageCommand({ SecretId: secretId, ...move }));
    return true;
  } catch (error) {
    if ((await findCurrent(secretId)) !== versionId) throw error;
    return false;
  }
};

/** The private half of a key pair, and the name that its tokens carry. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Secrets Manager's names for the version of a secret that is being made, and for the one in use. */
export const pendingStage = 'AWSPENDING';
export const currentStage = 'AWSCURRENT';

type PublicHalf = Pick<VerificationKey, 'kid' | 'jwk'>;

const toPublicHalf = (kid: string, publicKey: KeyObject): PublicHalf => ({
  kid,
  jwk: v.parse(PublicJwk, publicKey.export({ format: 'jwk' })),
});

/** A new ES256 key pair: the secret that the signing functions read, and the public half to publish in the table. */
export const createKeyPair = (now: Date): { secret: string; verificationKey: PublicHalf } => {
  const kid = newIdentifier(now);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: JSON.stringify({ kid, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }),
    verificationKey: toPublicHalf(kid, publicKey),
  };
};

/** The public half of a key pair, to publish in the table. */
export const deriveVerificationKey = ({ kid, privateKey }: SigningKey): PublicHalf =>
  toPublicHalf(kid, createPublicKey(privateKey));
