import { confirmationField } from '../../pages/confirmations/confirmation-page.ts';
import { renderLinkFault } from '../../pages/links/link-pages.ts';
import { confirm } from '../../shared/confirmations/confirming.ts';
import { observeRequest } from '../../shared/http/event.ts';
import { readFormField } from '../../shared/http/form-field.ts';
import { newIdentifier } from '../../shared/runtime/identifier.ts';
import { logger } from '../../shared/runtime/logger.ts';
import type { Shown } from '../public-page.ts';
import type { ConfirmationCall } from './answering.ts';
import { confirmationFunction, showConfirmation } from './answering.ts';

/** Records what the button of the page asks for. Any other body is refused, and nothing is read for it. */
const confirmOnPress = async (call: ConfirmationCall): Promise<Shown> => {
  const { text, event, now, voice } = call;
  const { name, value } = confirmationField;
  if (readFormField(event, name) !== value) return { status: 400, page: renderLinkFault(voice) };
  const { confirmation, recorded } = await confirm(call, text, {
    newId: () => newIdentifier(now),
    seen: observeRequest(event),
    userActivated: event.headers['sec-fetch-user'] === '?1',
  });
  if (recorded > 0) logger.info('consent.recorded', { count: recorded });
  return showConfirmation(call, confirmation);
};

/** POST of confirmations. */
export const handler = confirmationFunction('presses', confirmOnPress);
