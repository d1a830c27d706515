import * as v from 'valibot';
import { getOverview } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
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
  steps: async (request, { within, now, identity: { account } }) =>
    toOverview(await beginOverview(within(openLog()), account.id), request, now),
});
