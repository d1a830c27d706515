import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SigningKey } from './key-pair.ts';
import { currentStage, pendingStage } from './key-pair.ts';
import { readSecret, secrets, toSigningKey } from './signing-secret.ts';

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
