import { createPrivateKey } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import type { SigningKey } from './access-token.ts';
import { readSigningConfig } from './config.ts';

/** What the secret holds, as JSON: the name of the key pair and its private half (PKCS #8, PEM). */
const Secret = v.pipe(v.string(), v.parseJson(), v.object({ kid: v.string(), privateKey: v.string() }));

/** How long a container uses the key it has read, so that a new one comes into use everywhere: milliseconds. */
const lifetime = 5 * 60 * 1000;

const secrets = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});
const { SIGNING_KEY_SECRET } = readSigningConfig();

const readKey = async (): Promise<SigningKey> => {
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: SIGNING_KEY_SECRET }));
  const { kid, privateKey } = v.parse(Secret, SecretString);
  return { kid, privateKey: createPrivateKey(privateKey) };
};

let reading: Promise<SigningKey> | undefined;
let readMs = 0;

/** The private key that signs now; read once per container and again every five minutes. */
export const getSigningKey = (now: Date): Promise<SigningKey> => {
  if (reading === undefined || now.getTime() - readMs >= lifetime) {
    readMs = now.getTime();
    reading = readKey();
    reading.catch(() => {
      reading = undefined;
    });
  }
  return reading;
};
