import { getOverview } from '../../../shared/contract.ts';
import { operation } from '../../../shared/operation.ts';
import type { BegunOverview } from '../../../shared/sums/overview.ts';
import { beginOverview, tellOverview } from '../../../shared/sums/overview.ts';
import { findLog } from '../../../shared/transparency/container-log.ts';

export const handler = operation(
  getOverview,
  async (request, { now }, begun: BegunOverview) => tellOverview(begun, request, now),
  { begins: (_request, { accountId }) => beginOverview(findLog(), accountId) },
);
