import * as v from 'valibot';
import { getOverview } from '../../../shared/contract.ts';
import { beginOverview, tellOverview } from '../../../shared/log/sums/overview.ts';
import { operation } from '../../../shared/operation.ts';
import { openTable } from '../../../shared/store/client.ts';
import { atFirstCall, Common, readAtFirstCall, text } from '../../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    ...Common.entries,
    /** Name of the log table. */
    LOG_TABLE_NAME: text,
  }),
);

export const handler = operation(getOverview, readConfig, async (request, { within, now, identity: { account } }) => {
  const log = within(openOnce(readConfig().LOG_TABLE_NAME));
  return tellOverview(await beginOverview(log, account.id), request, now);
});
