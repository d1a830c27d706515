import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { Language } from '../../pages/i18n/index.ts';
import { chooseLanguage, isLanguage } from '../../pages/i18n/index.ts';
import type { LinkVoice } from '../../pages/links/frame.ts';
import { linkPagePolicy, newLinkVoice } from '../../pages/links/frame.ts';
import type { LinkSubject } from '../../pages/links/link-pages.ts';
import {
  renderAgreed,
  renderAgreedText,
  renderExpired,
  renderLinkFault,
  renderUnknownLink,
} from '../../pages/links/link-pages.ts';
import { lifetimes } from '../../shared/api/limits.ts';
import { linkAt } from '../../shared/api/other-routes.ts';
import { Problem } from '../../shared/api/problem.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { isHttpEvent } from '../../shared/http/event.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { commonHeaders, toProblemAnswer } from '../../shared/http/http-answer.ts';
import { readWeights } from '../../shared/http/weights.ts';
import { findAccount } from '../../shared/identity/account.ts';
import { readAgreed } from '../../shared/links/agreed-notices.ts';
import type { LinkFacts } from '../../shared/links/link.ts';
import { isEnded, stateOfLink } from '../../shared/links/link.ts';
import { holdLinkSecrets, readLink } from '../../shared/links/secret.ts';
import { describeFault, logger } from '../../shared/runtime/logger.ts';
import type { Table } from '../../shared/store/table.ts';
import { isTransient, nameReason, openTable, stopAt } from '../../shared/store/table.ts';
import { atFirstCall, Linking, readAtFirstCall } from '../environment.ts';

const open = ({ TABLE_NAME, LINK_SECRET, LINK_BASE_URL }: InferOutput<typeof Linking>) => ({
  table: openTable(TABLE_NAME),
  secrets: holdLinkSecrets(LINK_SECRET),
  base: LINK_BASE_URL,
});

/** The request of somebody who has a link of this register, whose account has not ended it. */
export interface LinkCall {
  readonly table: Table;
  /** Scheme and host of the register. */
  readonly base: string;
  readonly event: APIGatewayProxyEventV2;
  readonly context: Context;
  readonly now: Date;
  readonly link: LinkFacts;
  readonly isExpired: boolean;
  readonly subject: LinkSubject;
  readonly voice: LinkVoice;
}

/** A page, and how it is answered. */
export interface Shown {
  readonly status: number;
  readonly page: string;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number;
}

/**
 * The Lambda function of some routes of links. Nothing that it logs has anything of the path, which is the credential.
 *
 * @param answer what is of these routes alone
 * @param readMore reads further variables, and throws if one is missing
 */
export const linkFunction = (
  answer: (call: LinkCall) => Promise<Shown>,
  readMore: () => unknown = () => undefined,
): HttpFunction => {
  const readConfig = readAtFirstCall(Linking);
  const openOnce = atFirstCall(() => open(readConfig()));
  return async (event, context) => {
    const opened = openOnce();
    readMore();
    if (!isHttpEvent(event)) {
      logger.error('service.fault', { name: 'ForeignEvent' });
      return toProblemAnswer(new Problem('service.fault'), context.awsRequestId);
    }
    const now = new Date();
    const voice = newLinkVoice(languageOf(event));
    const stop = AbortSignal.timeout(context.getRemainingTimeInMillis() - lifetimes.answerSeconds * 1_000);
    const within = { ...opened, table: stopAt(stop, opened.table) };
    const shown = await answerLink(within, { event, context, now, voice }, answer).catch((error: unknown) =>
      showFault(stop.aborted ? nameReason('TimeLimit') : error, stop.aborted, voice),
    );
    logger.info('request.end', {
      path: linkAt(event.rawPath)?.path,
      status: shown.status,
      milliseconds: Date.now() - now.getTime(),
      requestId: event.requestContext.requestId,
    });
    return toAnswer(shown, voice.language, event.requestContext.http.method === 'HEAD');
  };
};

/** Nothing is read for a text that is no link. What does not exist any more, or may not be used, is as unknown as that. */
const answerLink = async (
  { table, secrets, base }: ReturnType<typeof open>,
  request: Pick<LinkCall, 'event' | 'context' | 'now' | 'voice'>,
  answer: (call: LinkCall) => Promise<Shown>,
): Promise<Shown> => {
  const { event, now, voice } = request;
  const at = linkAt(event.rawPath);
  const link = at && (await readLink(secrets, at.use, at.text, now));
  const account = link && (await findAccount(table, link.accountId));
  if (link === undefined || account === undefined || !account.consentRegisterEnabled)
    return { status: 404, page: renderUnknownLink(voice) };
  const subject = { account: account.name, link };
  if (isEnded(link, account)) return { status: 410, page: renderExpired(subject, false, voice) };
  const isExpired = stateOfLink(link, now) === 'expired';
  return answer({ ...request, table, base, link, isExpired, subject });
};

/** The page of a link, which changes nothing: what was agreed to, or one text of it. */
export const showLink = async ({ table, event, now, link, isExpired, subject, voice }: LinkCall): Promise<Shown> => {
  if (isExpired) return { status: 410, page: renderExpired(subject, link.use === 'one-click', voice) };
  const text = new URLSearchParams(event.rawQueryString).get('text');
  const agreed = await readAgreed(table, link, now);
  if (text === null || link.pid !== undefined) return { status: 200, page: renderAgreed(agreed, subject, voice) };
  const notice = agreed.notices.find(({ pid }) => String(pid) === text);
  return notice === undefined
    ? { status: 404, page: renderAgreed(agreed, subject, voice) }
    : { status: 200, page: renderAgreedText(notice, voice) };
};

/** The language that the reader chose on the page, otherwise the first of the browser's that there is. */
const languageOf = ({ rawQueryString, headers }: APIGatewayProxyEventV2): Language => {
  const chosen = new URLSearchParams(rawQueryString).get('lang') ?? '';
  if (isLanguage(chosen)) return chosen;
  const weights = [...readWeights(headers['accept-language'] ?? '')].filter(([, weight]) => weight > 0);
  return chooseLanguage(weights.sort(([, one], [, other]) => other - one).map(([tag]) => tag));
};

const showFault = (error: unknown, isTimeUp: boolean, voice: LinkVoice): Shown => {
  const isPassing = isTimeUp || isTransient(error) || (error instanceof Problem && error.code === 'store.unavailable');
  if (isPassing) logger.warn('store.unavailable', describeFault(error));
  else logger.error('service.fault', describeFault(error));
  return { status: isPassing ? 503 : 500, page: renderLinkFault(voice), ...(isPassing && { retryAfter: 5 }) };
};

const toAnswer = ({ status, page, retryAfter }: Shown, language: Language, isHead: boolean): Answer => ({
  statusCode: status,
  headers: {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': linkPagePolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  },
  body: isHead ? '' : page,
});
