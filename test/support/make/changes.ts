import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ErasureOptions, ErasureOutcome } from '../../../shared/consents/erasure/erase.ts';
import { eraseConsents } from '../../../shared/consents/erasure/erase.ts';
import type { ErasurePlan, Extent } from '../../../shared/consents/erasure/erasures.ts';
import { writePlans } from '../../../shared/consents/erasure/erasures.ts';
import type { Change } from '../../../shared/identity/operations-log.ts';
import { beginChange } from '../../../shared/identity/operations-log.ts';
import { compress } from '../../../shared/store/item.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { erasures, logTable, table } from './table.ts';

/** A change by somebody's command, as tests arrange what they need. */
export const changeAt = (now = new Date()): Change => beginChange({ by: 'local:test', command: 'test' }, now);

/** Erases consents of an account, as a command does that was told which. */
export const erase = (
  accountId: string,
  ids: readonly string[],
  { extent = 'evidence', now = new Date(), onErased }: { extent?: Extent; now?: Date } & Partial<ErasureOptions> = {},
): Promise<ErasureOutcome> =>
  eraseConsents({ table, erasures, log: logTable, accountId }, { consentIds: ids, extent }, changeAt(now), {
    newChange: () => changeAt(now),
    ...(onErased && { onErased }),
  });

/** Writes the plan of an erasure, of which nothing is done yet. */
export const writePlan = async (...planned: Parameters<typeof writePlans>): Promise<ErasurePlan> => {
  const [plan] = await writePlans(...planned);
  if (plan === undefined) throw new Error('An erasure of no consent has no plan.');
  return plan;
};

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

/** Ends consents of `stock` at a moment of one's own. A revocation has some proof. */
export const endAt = (
  accountId: string,
  id: string,
  attribute: 'revokeTime' | 'eraseTime',
  time: Date,
): Promise<void> => {
  const proof = attribute === 'revokeTime' ? ', revokeProof = :proof' : '';
  const values = { ':time': time.toISOString(), ...(proof !== '' && { ':proof': compress({ url: 'x' }) }) };
  return changeConsent(accountId, id, `SET ${attribute} = :time${proof}`, values);
};
