import type { KMSClientConfig } from '@aws-sdk/client-kms';
import { DescribeKeyCommand, KMSClient, NotFoundException } from '@aws-sdk/client-kms';
import { regionOf } from '../../runtime/aws.ts';

/** A key as KMS describes it; its state is such as `Enabled` or `PendingDeletion`. */
export interface FoundKey {
  readonly arn: string | undefined;
  readonly state: string | undefined;
}

/**
 * What KMS says about a key; undefined if it is gone.
 *
 * @param patience of the client, which a function and a command have differently
 */
export const findKey = async (id: string, patience: KMSClientConfig): Promise<FoundKey | undefined> => {
  const region = regionOf(id);
  try {
    const client = new KMSClient({ ...(region !== undefined && { region }), ...patience });
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: id }));
    return { arn: KeyMetadata?.Arn, state: KeyMetadata?.KeyState };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
};
