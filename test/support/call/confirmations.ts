import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { handler as confirm } from '../../../functions/confirmations/confirm.ts';
import { handler as page } from '../../../functions/confirmations/page.ts';
import { toLinkRouteKey } from '../../../shared/api/other-routes.ts';
import type { Encoded, RequestParts } from './event.ts';
import { toRouteEvent } from './event.ts';
import { fieldEncoders } from './links.ts';
import { actAs } from './rights.ts';

/** What a browser sends to the link of a mail. */
interface PageRequest extends RequestParts {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly sent?: Encoded;
}

/** What somebody gets who opens the link of a mail, or sends something to it. */
export const openMailLink = async (link: string, { method = 'GET', sent, ...parts }: PageRequest = {}) => {
  const path = new URL(link).pathname;
  const headers = { ...parts.headers, ...(sent && { 'content-type': sent.contentType }) };
  const event = toRouteEvent(toLinkRouteKey(method, path), method, path, { query: 'lang=en', ...parts, headers });
  const sentEvent = sent ? { ...event, body: sent.body.toString('base64'), isBase64Encoded: true } : event;
  const [name, run] = method === 'POST' ? (['confirmation', confirm] as const) : (['confirmationPage', page] as const);
  const answer = await actAs(name, () => run(sentEvent, newLambdaContext(name)));
  const { statusCode: status, headers: told = {}, body: text } = answer;
  return { status, headers: told, text, heading: /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1] };
};

/** Presses the button of the page. */
export const pressConfirm = (link: string, request: PageRequest = {}) =>
  openMailLink(link, { method: 'POST', sent: fieldEncoders.urlencoded({ confirm: 'yes' }), ...request });
