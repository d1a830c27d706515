import { createPrivateKey } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { patienceOfFunctions, watch } from '../../runtime/aws.ts';
import type { SigningKey } from './key-pair.ts';

export const secrets = watch(new SecretsManagerClient(patienceOfFunctions));

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
