import * as v from 'valibot';
import { getOverview } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
import { countOpenRequests } from '../../../shared/confirmations/mail-counts.ts';
import { beginOverview, toOverview } from '../../../shared/log/overview.ts';
import { openTable } from '../../../shared/store/table.ts';
import { atFirstCall, Common, readAtFirstCall, text } from '../../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    ...Common.entries,
    /** Name of the log table. */
    LOG_TABLE_NAME: text,
  }),
);

const openLog = atFirstCall(() => openTable(readConfig().LOG_TABLE_NAME));

export const handler = operation(getOverview, readConfig, {
  steps: async (request, { table, within, now, identity: { account } }) => {
    const [source, unconfirmedRequests] = await Promise.all([
      beginOverview(within(openLog()), account.id),
      countOpenRequests(table, account.id, now),
    ]);
    return { ...toOverview(source, request, now), unconfirmedRequests };
  },
});
