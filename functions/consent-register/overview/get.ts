import { getOverview } from '../../../shared/contract.ts';
import { findLog } from '../../../shared/log/container-log.ts';
import { beginOverview, tellOverview } from '../../../shared/log/sums/overview.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(getOverview, async (request, { within, now, identity: { account } }) => {
  const log = findLog();
  return tellOverview(await beginOverview(log && within(log), account.id), request, now);
});
