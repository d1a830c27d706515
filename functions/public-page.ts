import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Language } from '../pages/i18n/index.ts';
import { chooseLanguage, isLanguage } from '../pages/i18n/index.ts';
import type { LinkVoice } from '../pages/links/frame.ts';
import { linkPagePolicy, newLinkVoice } from '../pages/links/frame.ts';
import { renderLinkFault } from '../pages/links/link-pages.ts';
import type { Meter } from '../shared/api/budget.ts';
import { counterKey, openMeter } from '../shared/api/budget.ts';
import { lifetimes } from '../shared/api/limits.ts';
import type { Budget } from '../shared/api/operations.ts';
import { Problem } from '../shared/api/problem.ts';
import type { HttpFunction } from '../shared/api/stack.ts';
import type { Reader } from '../shared/confirmations/confirming.ts';
import { isHttpEvent } from '../shared/http/event.ts';
import type { Answer } from '../shared/http/http-answer.ts';
import { commonHeaders, toProblemAnswer } from '../shared/http/http-answer.ts';
import { readWeights } from '../shared/http/weights.ts';
import { describeFault, logger } from '../shared/runtime/logger.ts';
import type { Table } from '../shared/store/table.ts';
import { isOutage, nameReason, stopAt } from '../shared/store/table.ts';

/** A page, and how it is answered. */
export interface Shown {
  readonly status: number;
  readonly page: string;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number;
}

/** The request of somebody who opens a page with a link. */
export interface PageCall extends Reader {
  readonly event: APIGatewayProxyEventV2;
  readonly context: Context;
  readonly voice: LinkVoice;
}

/**
 * @property nameRoute the route of a path, which has nothing of the link. @property budget in which the reads count
 * @property answer what is of these routes alone
 */
interface Page<Opened> {
  readonly budget: Budget;
  readonly nameRoute: (path: string) => string | undefined;
  readonly open: () => Opened;
  readonly answer: (opened: Opened, call: PageCall) => Promise<Shown>;
}

/** The Lambda function of some routes whose paths are credentials. Nothing that it logs has anything of a path. */
export const pageFunction =
  <Opened extends { readonly table: Table }>({ nameRoute, budget, open, answer }: Page<Opened>): HttpFunction =>
  async (event, context) => {
    const opened = open();
    if (!isHttpEvent(event)) {
      logger.error('service.fault', { name: 'ForeignEvent' });
      return toProblemAnswer(new Problem('service.fault'), context.awsRequestId);
    }
    const now = new Date();
    const voice = newLinkVoice(languageOf(event));
    const stop = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - lifetimes.answerSeconds * 1_000));
    const meter = openMeter(opened.table);
    const reader = openReader(meter, stopAt(stop, opened.table), budget, now);
    const shown = await answer(opened, { ...reader, event, context, voice }).catch((error: unknown) =>
      showFault(stop.aborted ? nameReason('TimeLimit') : error, stop.aborted, voice),
    );
    await meter.settle();
    logger.info('request.end', {
      path: nameRoute(event.rawPath),
      status: shown.status,
      milliseconds: Date.now() - now.getTime(),
      requestId: event.requestContext.requestId,
    });
    return toAnswer(shown, voice.language, event.requestContext.http.method === 'HEAD');
  };

/** What reads for the call, and counts it in a budget of the account behind the link. */
const openReader = (meter: Meter, table: Table, budget: Budget, now: Date): Reader => ({
  table: meter.through(table),
  now,
  counterOf: (accountId) => counterKey(accountId, now),
  admit: (accountId, counter) => {
    meter.countFor({ accountId, budget, now });
    meter.admit(counter);
  },
});

/** The language that the reader chose on the page, otherwise the first of the browser's that there is. */
const languageOf = ({ rawQueryString, headers }: APIGatewayProxyEventV2): Language => {
  const chosen = new URLSearchParams(rawQueryString).get('lang') ?? '';
  if (isLanguage(chosen)) return chosen;
  const weights = [...readWeights(headers['accept-language'] ?? '')].filter(([, weight]) => weight > 0);
  return chooseLanguage(weights.sort(([, one], [, other]) => other - one).map(([tag]) => tag));
};

const showFault = (error: unknown, isTimeUp: boolean, voice: LinkVoice): Shown => {
  if (error instanceof Problem && error.code === 'account.throttled')
    return { status: 429, page: renderLinkFault(voice), retryAfter: error.retryAfter ?? 60 };
  const isPassing = isTimeUp || isOutage(error);
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
