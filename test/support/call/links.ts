import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { handler as page } from '../../../functions/links/page.ts';
import { handler as withdraw } from '../../../functions/links/withdraw.ts';
import { linkPageRoutes, toLinkRouteKey, withdrawalRoutes } from '../../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../../shared/api/stack.ts';
import { digestValue } from '../../../shared/consents/lists.ts';
import type { LinkFacts, LinkSecret, LinkUse } from '../../../shared/links/link.ts';
import { sealLink } from '../../../shared/links/link.ts';
import { holdLinkSecrets, latestOf } from '../../../shared/links/secret.ts';
import { dayOf } from '../../../shared/runtime/time.ts';
import { normaliseValue } from '../../../shared/schema/matching.ts';
import type { Tenant } from '../make/builders.ts';
import type { Encoded, RequestParts } from './event.ts';
import { toRouteEvent } from './event.ts';
import { actAs } from './rights.ts';

const secrets = holdLinkSecrets(process.env.LINK_SECRET ?? '');

/** What a link of a test says that is not as usual. @property value by default that of the consents of `addConsent` */
export interface LinkDraft extends Partial<Omit<LinkFacts, 'digest'>> {
  readonly value?: string;
}

/** Seals a link of a tenant for the person of `addConsent`, made today by its user. @param secret by default that of the functions */
export const newLink = async (
  { accountId, userId }: Pick<Tenant, 'accountId' | 'userId'>,
  { value = 'ada@example.com', key = 'email', ...draft }: LinkDraft = {},
  secret?: LinkSecret,
): Promise<string> => {
  const digest = digestValue(accountId, [key, normaliseValue(key, value)]);
  const usual = { use: 'page', accountId, pid: undefined, issuer: { userId, keyId: undefined }, days: 365 } as const;
  return sealLink(secret ?? latestOf(await secrets(new Date())), {
    ...usual,
    key,
    digest,
    day: dayOf(new Date()),
    ...draft,
  });
};

/** Values of the only field of a form, by its name. */
type Field = Readonly<Record<string, string>>;

const boundary = 'Part_of_a_mail_program';

/** How browsers and mail programs send a field. */
export const fieldEncoders = {
  urlencoded: (field: Field): Encoded => ({
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(new URLSearchParams({ ...field }).toString()),
  }),
  multipart: (field: Field): Encoded => ({
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(
      `${Object.entries(field)
        .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--${boundary}--\r\n`,
    ),
  }),
} as const;

/** What a browser sends to a link. */
export interface LinkRequest extends RequestParts {
  readonly use?: LinkUse;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly sent?: Encoded;
  /** Milliseconds that Lambda says are left. */
  readonly remaining?: number;
}

export const toLinkEvent = (
  link: string,
  { use = 'page', method = 'GET', sent, base64 = true, ...parts }: LinkRequest,
): APIGatewayProxyEventV2 => {
  const path = `${use === 'page' ? '/p/' : '/u/'}${link}`;
  const headers = { ...parts.headers, ...(sent && { 'content-type': sent.contentType }) };
  const event = toRouteEvent(toLinkRouteKey(method, path), method, path, { ...parts, headers });
  return {
    ...event,
    ...(sent && { body: sent.body.toString(base64 ? 'base64' : 'utf8') }),
    isBase64Encoded: sent !== undefined && base64 !== false,
  };
};

/** What somebody gets who opens a link, or presses a button behind it. */
export const openLink = async (link: string, request: LinkRequest = {}) => {
  const [name, run] =
    request.method === 'POST' ? (['linkWithdrawal', withdraw] as const) : (['linkPage', page] as const);
  const { remaining = 28_000 } = request;
  const context = { ...newLambdaContext(name), getRemainingTimeInMillis: () => remaining };
  const answer = await actAs(name, () => run(toLinkEvent(link, request), context));
  const { statusCode: status, headers = {}, body: text } = answer;
  return { status, headers, text };
};

/** Presses the button of a notice on the page. */
export const pressButton = (link: string, pid: number, request: LinkRequest = {}) =>
  openLink(link, { method: 'POST', sent: fieldEncoders.urlencoded({ notice: String(pid) }), ...request });

/** Does what a mail program does whose reader unsubscribes. */
export const unsubscribe = (link: string, request: LinkRequest = {}) =>
  openLink(link, {
    use: 'one-click',
    method: 'POST',
    sent: fieldEncoders.urlencoded({ 'List-Unsubscribe': 'One-Click' }),
    ...request,
  });

/** Both functions at their routes, whose calls to the store are known as theirs. */
export const linkFunctions: ReadonlyMap<string, HttpFunction> = new Map(
  (
    [
      ['linkPage', page, linkPageRoutes],
      ['linkWithdrawal', withdraw, withdrawalRoutes],
    ] as const
  ).flatMap(([actor, run, routes]) =>
    routes.map(({ method, path }): [string, HttpFunction] => [
      `${method} ${path}`,
      (...call) => actAs(actor, () => run(...call)),
    ]),
  ),
);
