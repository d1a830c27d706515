import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SigningKey } from './key-pair.ts';
import { currentStage, pendingStage } from './key-pair.ts';
import { readSecret, secretId, secrets, toSigningKey } from './signing-secret.ts';

/** Whether the version has a value. A rotation begins with a version without one. */
export const hasValue = async (versionId: string): Promise<boolean> => {
  try {
    await readSecret(versionId);
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};

/** Gives the pending version its value, unless another run did so at the same time. */
export const putPending = async (versionId: string, text: string): Promise<void> => {
  const version = { ClientRequestToken: versionId, SecretString: text, VersionStages: [pendingStage] };
  try {
    await secrets.send(new PutSecretValueCommand({ SecretId: secretId, ...version }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
};

/** The key of a pending or current version. Throws for any other, which must not come back. */
export const readRotatingKey = async (versionId: string): Promise<SigningKey> => {
  const version = await readSecret(versionId);
  if (!version.stages.some((stage) => stage === pendingStage || stage === currentStage)) {
    throw new Error('The version is neither pending nor current.');
  }
  return toSigningKey(version);
};

const findCurrent = async (): Promise<string | undefined> => {
  const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId: secretId }));
  return Object.keys(VersionIdsToStages).find((versionId) => VersionIdsToStages[versionId]?.includes(currentStage));
};

/** Makes the version the current one. Returns false if it is already, or if another run did so at the same time. */
export const makeCurrent = async (versionId: string): Promise<boolean> => {
  const before = await findCurrent();
  if (before === versionId) return false;
  const move = { VersionStage: currentStage, MoveToVersionId: versionId, RemoveFromVersionId: before };
  try {
    await secrets.send(new UpdateSecretVersionStageCommand({ SecretId: secretId, ...move }));
    return true;
  } catch (error) {
    if ((await findCurrent()) !== versionId) throw error;
    return false;
  }
};
