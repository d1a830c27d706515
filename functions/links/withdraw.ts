import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { nameButton, renderMissed, renderWithdrawal, withdrawalFields } from '../../pages/links/link-pages.ts';
import { lifetimes } from '../../shared/api/limits.ts';
import { addressOfLink } from '../../shared/api/other-routes.ts';
import { observeRequest } from '../../shared/http/event.ts';
import { readFormField } from '../../shared/http/form-field.ts';
import type { LinkFacts } from '../../shared/links/link.ts';
import { withdraw } from '../../shared/links/withdrawal.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { readAtFirstCall, text } from '../environment.ts';
import type { Shown } from '../public-page.ts';
import type { LinkCall } from './answering.ts';
import { linkFunction, showExpired } from './answering.ts';

/** The notice that a request withdraws: what a button of the page sends, or a mail program. Undefined for any other body. */
const findPressed = ({ use, pid }: LinkFacts, event: APIGatewayProxyEventV2): number | undefined => {
  const { name, value } = withdrawalFields[use];
  const sent = readFormField(event, name);
  const meant = pid ?? (sent !== undefined && /^[1-9]\d{0,14}$/.test(sent) ? Number(sent) : undefined);
  return meant !== undefined && sent === value(meant) ? meant : undefined;
};

/** Name of the log table. */
const readConfig = readAtFirstCall(v.object({ LOG_TABLE_NAME: text }));

const withdrawOnPress = async (call: LinkCall): Promise<Shown> => {
  const { table, base, event, context, now, link, isExpired, subject, voice } = call;
  const pid = isExpired && link.use === 'page' ? undefined : findPressed(link, event);
  if (pid === undefined) return isExpired ? showExpired(call) : { status: 400, page: renderMissed(voice) };
  const isByMail = link.use === 'one-click';
  const { key, day, issuer } = link;
  const made = await withdraw(
    { table, log: { ...table, name: readConfig().LOG_TABLE_NAME } },
    { ...link, pid },
    {
      channel: isByMail ? 'email' : 'web.form',
      proof: {
        url: addressOfLink(base, link.use, ''),
        button: isByMail ? `${withdrawalFields['one-click'].name}=One-Click` : nameButton(voice),
      },
      observed: {
        link: { key, day, userId: issuer.userId, ...(issuer.keyId !== undefined && { keyId: issuer.keyId }) },
        ...observeRequest(event),
      },
      now,
      milliseconds: Math.min(
        lifetimes.withdrawalSecondsLongest * 1_000,
        Math.max(0, context.getRemainingTimeInMillis() - 2 * lifetimes.answerSeconds * 1_000),
      ),
    },
  );
  const { isDone, found, revoked, left } = made;
  logger.info('link.withdrawn', { use: link.use, isDone, found, revoked, left });
  return {
    status: isDone ? 200 : 503,
    page: renderWithdrawal(made, pid, subject, voice),
    ...(!isDone && { retryAfter: 1 }),
  };
};

/** POST of links. What it reads is a part of its own, so that programs which open links refuse nobody's withdrawal. */
export const handler = linkFunction('presses', withdrawOnPress, readConfig);
