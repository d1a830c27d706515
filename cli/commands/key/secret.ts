import type { DescribeSecretCommandOutput } from '@aws-sdk/client-secrets-manager';
import {
  DescribeSecretCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  RotateSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { currentStage, pendingStage } from '../../../shared/identity/keys/signing-key.ts';
import { regionOf } from '../../../shared/runtime/aws.ts';
import { CommandError } from '../../errors.ts';

const open = (secretId: string): SecretsManagerClient => {
  const region = regionOf(secretId);
  return new SecretsManagerClient({
    ...(region !== undefined && { region }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
};

/** The secret as Secrets Manager describes it; undefined if there is none. */
const find = async (secretId: string): Promise<DescribeSecretCommandOutput | undefined> => {
  try {
    return await open(secretId).send(new DescribeSecretCommand({ SecretId: secretId }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** The same; undefined also if the secret is pending deletion. */
const describe = async (secretId: string): Promise<DescribeSecretCommandOutput | undefined> => {
  const found = await find(secretId);
  return found?.DeletedDate === undefined ? found : undefined;
};

/** Whether the secret's key can never sign again. A secret pending deletion can be restored. */
export const isDeleted = async (secretId: string): Promise<boolean> => (await find(secretId)) === undefined;

/** Whether the secret is deleted, or pending deletion. */
export const isGone = async (secretId: string): Promise<boolean> => (await describe(secretId)) === undefined;

/** How the secret is rotated. */
export interface Rotation {
  readonly isScheduled: boolean;
  readonly lastRotatedAt: Date | undefined;
  /** A version that was created and is not in use. */
  readonly isUnfinished: boolean;
}

/** How the secret is rotated; undefined if it is gone. */
export const describeRotation = async (secretId: string): Promise<Rotation | undefined> => {
  const found = await describe(secretId);
  if (found === undefined) return undefined;
  const isUnfinished = Object.values(found.VersionIdsToStages ?? {}).some(
    (stages) => stages.includes(pendingStage) && !stages.includes(currentStage),
  );
  return { isScheduled: found.RotationEnabled ?? false, lastRotatedAt: found.LastRotatedDate, isUnfinished };
};

/** Makes Secrets Manager create and publish a new key. @throws CommandError refused during another rotation */
export const rotate = async (secretId: string): Promise<void> => {
  try {
    await open(secretId).send(new RotateSecretCommand({ SecretId: secretId }));
  } catch (error) {
    if (!(error instanceof InvalidRequestException)) throw error;
    throw new CommandError(
      `Secrets Manager does not rotate the key now. Try again later. It says: ${error.message}`,
      'refused',
    );
  }
};
