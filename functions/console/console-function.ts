import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { fileAt } from '../../shared/api/other-routes.ts';
import { Problem } from '../../shared/api/problem.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { toProblemAnswer } from '../../shared/http/http-answer.ts';
import { chooseCoding, isKnown } from './coding.ts';
import type { PackedConsole } from './files.ts';

const unknownFile = (): Problem =>
  new Problem('path.unknown', { detail: 'The console has no file of this name. Load /console again.' });

/** With a slash after the page's path, its relative addresses would be wrong. */
const leadToPage: Answer = {
  statusCode: 308,
  headers: { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', location: '/console' },
  body: '',
};

const sendFile = (
  { headers, plain, br, gzip }: PackedConsole[string],
  asked: APIGatewayProxyEventV2['headers'],
): Answer => {
  const coding = chooseCoding(asked['accept-encoding']);
  const { etag, body } = coding === undefined ? plain : { br, gzip }[coding];
  const told = { ...headers, etag };
  if (isKnown(asked['if-none-match'], etag)) return { statusCode: 304, headers: told, body: '' };
  if (coding === undefined) return { statusCode: 200, headers: told, body };
  return { statusCode: 200, headers: { ...told, 'content-encoding': coding }, body, isBase64Encoded: true };
};

/** Serves the console: as small as the caller accepts, or 304 if the caller has it. */
export const answerFrom = (files: PackedConsole, event: APIGatewayProxyEventV2): Answer => {
  const { rawPath, headers, requestContext } = event;
  const name = fileAt(rawPath);
  const file = name !== undefined && Object.hasOwn(files, name) ? files[name] : undefined;
  const isPageWithSlash = rawPath === '/console/';
  const answer = isPageWithSlash ? leadToPage : file && sendFile(file, headers);
  const answered = answer ?? toProblemAnswer(unknownFile(), requestContext.requestId);
  return requestContext.http.method === 'HEAD' ? { ...answered, body: '', isBase64Encoded: false } : answered;
};
