import * as v from 'valibot';
import { batchGet } from '../../store/batch-get.ts';
import type { Item, Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import type { Erasure } from './erasures.ts';

const Erased = v.object({ eraseTime: v.optional(v.string()) });

const isDone = ({ extent }: Erasure, consent: Item | undefined): boolean =>
  consent === undefined || (extent === 'evidence' && v.parse(Erased, consent).eraseTime !== undefined);

/**
 * The listed erasures that the table does not show, because it was restored to an earlier moment or because the command
 * broke off. It reads nothing else of the consents.
 *
 * @throws Problem store.unavailable
 */
export const findUndone = async (table: Table, accountId: string, listed: readonly Erasure[]): Promise<Erasure[]> => {
  const ids = [...new Set(listed.map(({ consentId }) => consentId))];
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const found = await batchGet(table, keys, {
    consistent: true,
    projection: { ProjectionExpression: 'PK,SK,eraseTime' },
  });
  const consents = new Map(ids.map((id, i) => [id, found[i]]));
  return listed.filter((erasure) => !isDone(erasure, consents.get(erasure.consentId)));
};
