import { renderRequest, renderSettled } from '../../pages/confirmations/confirmation-page.ts';
import { renderUnknownLink } from '../../pages/links/link-pages.ts';
import type { Budget } from '../../shared/api/operations.ts';
import { confirmationAt } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import type { Confirmation } from '../../shared/confirmations/confirming.ts';
import { readConfirmation } from '../../shared/confirmations/confirming.ts';
import { readShownNotices } from '../../shared/confirmations/shown-notices.ts';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, Common, readAtFirstCall } from '../environment.ts';
import type { PageCall, Shown } from '../public-page.ts';
import { pageFunction } from '../public-page.ts';

/** The request of somebody who opens the link of a mail. @property text what the link ends with */
export interface ConfirmationCall extends PageCall {
  readonly text: string;
}

/** The Lambda function of some routes of confirmations. @param budget in which the reads count @param answer what is of these routes alone */
export const confirmationFunction = (
  budget: Budget,
  answer: (call: ConfirmationCall) => Promise<Shown>,
): HttpFunction => {
  const readConfig = readAtFirstCall(Common);
  return pageFunction({
    nameRoute: (path) => confirmationAt(path)?.path,
    budget,
    open: atFirstCall(() => ({ table: openTable(readConfig().TABLE_NAME) })),
    answer: (_opened, call) => answer({ ...call, text: confirmationAt(call.event.rawPath)?.text ?? '' }),
  });
};

const statuses = { open: 200, confirmed: 200, expired: 410, replaced: 410, voided: 410, retired: 410 } as const;

/** The page of what a link leads to. */
export const showConfirmation = async (
  { table, event, voice }: ConfirmationCall,
  confirmation: Confirmation | undefined,
): Promise<Shown> => {
  if (confirmation === undefined) return { status: 404, page: renderUnknownLink(voice) };
  const status = statuses[confirmation.state];
  if (confirmation.state !== 'open') return { status, page: renderSettled(confirmation, voice) };
  if (event.requestContext.http.method === 'HEAD') return { status, page: '' };
  const notices = await readShownNotices(table, confirmation.account.id, confirmation.contents);
  return { status, page: renderRequest(confirmation, notices, voice) };
};

/** The page of the link of a mail, which changes nothing. */
export const showRequest = async (call: ConfirmationCall): Promise<Shown> =>
  showConfirmation(call, await readConfirmation(call, call.text));
