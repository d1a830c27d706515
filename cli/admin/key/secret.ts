import {
  DescribeSecretCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  RotateSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { Stop } from '../../stop.ts';

const open = (): SecretsManagerClient =>
  new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });

/** Whether the secret is deleted, or about to be, so that nothing signs with its key any more. */
export const isGone = async (secretId: string): Promise<boolean> => {
  try {
    const { DeletedDate } = await open().send(new DescribeSecretCommand({ SecretId: secretId }));
    return DeletedDate !== undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return true;
    throw error;
  }
};

/** How the secret is rotated. */
export interface Rotation {
  readonly isScheduled: boolean;
  readonly lastRotatedAt: Date | undefined;
  /** A version that was made and has not come into use. */
  readonly isUnfinished: boolean;
}

export const describeRotation = async (secretId: string): Promise<Rotation> => {
  const {
    RotationEnabled = false,
    LastRotatedDate,
    VersionIdsToStages = {},
  } = await open().send(new DescribeSecretCommand({ SecretId: secretId }));
  const isUnfinished = Object.values(VersionIdsToStages).some(
    (stages) => stages.includes('AWSPENDING') && !stages.includes('AWSCURRENT'),
  );
  return { isScheduled: RotationEnabled, lastRotatedAt: LastRotatedDate, isUnfinished };
};

/** Lets Secrets Manager make and publish a new key. @throws Stop refused while another rotation is under way */
export const rotate = async (secretId: string): Promise<void> => {
  try {
    await open().send(new RotateSecretCommand({ SecretId: secretId }));
  } catch (error) {
    if (!(error instanceof InvalidRequestException)) throw error;
    throw new Stop(`Secrets Manager does not rotate the key now: ${error.message}`, 'refused');
  }
};
