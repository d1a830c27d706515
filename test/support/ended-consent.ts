import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../shared/store/keys.ts';
import { table } from './table.ts';

/** Ends consents of `stock` at a moment of one's own, in the item alone. A revocation has the hash of some proof, as every one that a log tells of. */
export const endAt = async (
  accountId: string,
  id: string,
  attribute: 'revokeTime' | 'eraseTime',
  time: Date,
): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.consent(accountId, id),
      UpdateExpression: `SET #attribute = :time${attribute === 'revokeTime' ? ', revokeProofHash = :hash' : ''}`,
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: {
        ':time': time.toISOString(),
        ...(attribute === 'revokeTime' && { ':hash': Buffer.alloc(32) }),
      },
    }),
  );
};
