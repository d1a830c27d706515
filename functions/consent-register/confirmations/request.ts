import * as v from 'valibot';
import { makeConfirmationMail } from '../../../pages/confirmations/mail.ts';
import { requestConfirmation as definition } from '../../../shared/api/contract.ts';
import { addressOfConfirmation } from '../../../shared/api/other-routes.ts';
import { Problem } from '../../../shared/api/problem.ts';
import { operation } from '../../../shared/api/stack.ts';
import { keysOfRequest, requestConfirmation } from '../../../shared/confirmations/requesting.ts';
import { openMailer } from '../../../shared/confirmations/send-mail.ts';
import { logger } from '../../../shared/runtime/logger.ts';
import { atFirstCall, Common, Mailing, readAtFirstCall } from '../../environment.ts';

const readConfig = readAtFirstCall(v.object({ ...Common.entries, ...v.partial(Mailing).entries }));

/** What sends mail; undefined in a stage that sends none. */
const getSending = atFirstCall(() => {
  const { success, output } = v.safeParse(Mailing, readConfig());
  if (!success) return {};
  const { MAIL_FROM: from, MAIL_CONFIGURATION_SET: configurationSet, LINK_BASE_URL: baseUrl } = output;
  return { sending: { send: openMailer({ from, configurationSet }), baseUrl } };
});

export const handler = operation(definition, readConfig, {
  reads: (request, { accountId, ...requester }) => keysOfRequest(accountId, request, requester),
  leaves: ({ notices }) => notices.length,
  steps: async (request, { table, now, newId, idempotency, items, observed, identity: { account, user, means } }) => {
    const { sending } = getSending();
    if (sending === undefined) throw new Problem('mail.not-configured');
    const asked = { userId: user.id, ...means, at: now.toISOString() };
    const asking = { table, account, asked, observed, now, newId, idempotency };
    const given = await requestConfirmation(asking, request, items, ({ linkText, ...wanted }) =>
      sending.send(
        makeConfirmationMail({
          ...wanted,
          accountName: account.name,
          url: addressOfConfirmation(sending.baseUrl, linkText),
        }),
      ),
    );
    if (!given.replayed) logger.info('confirmation.requested');
    return given;
  },
});
