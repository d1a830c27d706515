import { createPublicKey } from 'node:crypto';
import * as v from 'valibot';
import { readUnverified, signAccessToken, verifyAccessToken } from '../../shared/identity/access-token.ts';
import type { RotatedSecret } from '../../shared/identity/keys/signing-key.ts';
import {
  createKeyPair,
  deriveVerificationKey,
  hasValue,
  makeCurrent,
  putPending,
  readRotatingKey,
} from '../../shared/identity/keys/signing-key.ts';
import {
  markSupersededKeys,
  publishVerificationKey,
  readVerificationKeys,
} from '../../shared/identity/keys/verification-keys.ts';
import { newIdentifier } from '../../shared/runtime/identifier.ts';
import { logger } from '../../shared/runtime/logger.ts';
import type { Table } from '../../shared/store/table.ts';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, readAtFirstCall, text } from '../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    /** Name of the DynamoDB table. */
    TABLE_NAME: text,
    /** Name or ARN of the secret that holds the private signing key. */
    SIGNING_KEY_SECRET: text,
  }),
);

const getTable = atFirstCall(() => openTable(readConfig().TABLE_NAME));

/** The event of Secrets Manager for each step of a rotation. ClientRequestToken is the id of the new version. */
const RotationEvent = v.object({ Step: v.string(), SecretId: v.string(), ClientRequestToken: text });

/** Throws if the step failed. Secrets Manager then leaves the current key as it is and tries again later. */
export const handler = async (event: unknown): Promise<void> => {
  const { SIGNING_KEY_SECRET: secretId } = readConfig();
  const { success, output } = v.safeParse(RotationEvent, event);
  const step = success && output.SecretId === secretId ? rotationSteps.get(output.Step) : undefined;
  if (!success || step === undefined) throw new Error('The event is not a step of a rotation of SIGNING_KEY_SECRET.');
  await step({ table: getTable(), secretId, versionId: output.ClientRequestToken, now: new Date() });
};

/** The new version of the secret, and the table of the public keys. */
interface Rotation extends RotatedSecret {
  readonly table: Table;
  readonly now: Date;
}

const createSecret = async ({ now, ...secret }: Rotation): Promise<void> => {
  if (!(await hasValue(secret))) await putPending(secret, createKeyPair(now).secret);
};

const setSecret = async ({ table, now, ...secret }: Rotation): Promise<void> => {
  const { secretId } = secret;
  await publishVerificationKey(table, { ...deriveVerificationKey(await readRotatingKey(secret)), secretId }, now);
};

/** Signs a token as login does, and verifies it as the other functions do. */
const testSecret = async ({ table, now, ...secret }: Rotation): Promise<void> => {
  const [key, published] = await Promise.all([readRotatingKey(secret), readVerificationKeys(table)]);
  const verificationKey = published.find(({ kid }) => kid === key.kid);
  if (verificationKey === undefined) throw new Error('The public key is not in the table.');
  const bearer = { userId: 1, sessionId: newIdentifier(now), accountId: newIdentifier(now) };
  const token = signAccessToken(bearer, key, { lifetime: 1, now });
  verifyAccessToken(readUnverified(token), createPublicKey({ key: verificationKey.jwk, format: 'jwk' }), now);
};

const finishSecret = async ({ table, now, ...secret }: Rotation): Promise<void> => {
  const { kid } = await readRotatingKey(secret);
  if (await makeCurrent(secret)) logger.info('signing-key.rotated', { kid });
  await markSupersededKeys(table, kid, now);
};

/**
 * The steps of a rotation by name, in the order in which Secrets Manager calls them. Each may run again, also at the
 * same time, and then changes nothing.
 */
export const rotationSteps: ReadonlyMap<string, (rotation: Rotation) => Promise<void>> = new Map(
  Object.entries({ createSecret, setSecret, testSecret, finishSecret }),
);
