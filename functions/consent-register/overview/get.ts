import { getOverview } from '../../../shared/contract.ts';
import { findLog } from '../../../shared/log/container-log.ts';
import type { BegunOverview } from '../../../shared/log/sums/overview.ts';
import { beginOverview, tellOverview } from '../../../shared/log/sums/overview.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(
  getOverview,
  async (request, { now }, begun: BegunOverview) => tellOverview(begun, request, now),
  { begins: (_request, { accountId }) => beginOverview(findLog(), accountId) },
);
