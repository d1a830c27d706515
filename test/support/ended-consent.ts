import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../shared/store/keys.ts';
import { table } from './table.ts';

/** Changes the item of a consent, and nothing beside it. */
export const changeConsent = async (
  accountId: string,
  id: string,
  UpdateExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
): Promise<void> => {
  const Key = keyOf.consent(accountId, id);
  await table.client.send(
    new UpdateCommand({ TableName: table.name, Key, UpdateExpression, ExpressionAttributeValues }),
  );
};

/** Ends consents of `stock` at a moment of one's own. A revocation has the hash of some proof, as every one that a log tells of. */
export const endAt = (
  accountId: string,
  id: string,
  attribute: 'revokeTime' | 'eraseTime',
  time: Date,
): Promise<void> => {
  const hash = attribute === 'revokeTime' ? ', revokeProofHash = :hash' : '';
  const values = { ':time': time.toISOString(), ...(hash !== '' && { ':hash': Buffer.alloc(32) }) };
  return changeConsent(accountId, id, `SET ${attribute} = :time${hash}`, values);
};
