import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Answer } from '../../shared/http/answer.ts';
import { commonHeaders, toProblemAnswer } from '../../shared/http/answer.ts';
import { isHttpEvent } from '../../shared/http/event.ts';
import { log } from '../../shared/logger.ts';
import { Problem } from '../../shared/problem.ts';
import { contentSecurityPolicy } from './page.ts';
import { problemPages } from './problem-pages.ts';
import { refuseRequest } from './wrong-paths.ts';

const reading: readonly string[] = ['GET', 'HEAD'];

const showPage = (body: string): Answer => ({
  statusCode: 200,
  headers: {
    ...commonHeaders,
    'cache-control': 'public, max-age=3600',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  },
  body,
});

/** For API Gateway, a path with a slash at its end is another path, and a variable cannot be empty. Such requests arrive here. */
const leadToConsole: Answer = {
  statusCode: 308,
  headers: { ...commonHeaders, 'referrer-policy': 'no-referrer', location: '/console' },
  body: '',
};

const answer = ({ rawPath, requestContext: { http, requestId } }: APIGatewayProxyEventV2): Answer => {
  const page = problemPages.get(rawPath);
  if (rawPath === '/console/' && reading.includes(http.method)) return leadToConsole;
  if (page !== undefined && reading.includes(http.method)) return showPage(page);
  const { problem, allow } =
    page === undefined
      ? refuseRequest(rawPath)
      : {
          problem: new Problem('method.not-allowed', { detail: 'Send a GET request. This is a page.' }),
          allow: reading.join(', '),
        };
  const { headers, ...refusal } = toProblemAnswer(problem, requestId);
  return { ...refusal, headers: { ...headers, ...(allow !== undefined && { allow }) } };
};

/**
 * The Lambda function that answers every request for no operation: it says what to send instead, and explains types of
 * problems (decision 0025). It reads only the method and path of a request, and repeats neither.
 */
export const handler = async (event: APIGatewayProxyEventV2, { awsRequestId }: Context): Promise<Answer> => {
  if (!isHttpEvent(event)) {
    log.error('service.fault', { name: 'ForeignEvent' });
    return toProblemAnswer(new Problem('service.fault'), awsRequestId);
  }
  const answered = answer(event);
  return event.requestContext.http.method === 'HEAD' ? { ...answered, body: '' } : answered;
};
