import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import * as v from 'valibot';
import { Problem } from '../shared/api/problem.ts';
import { toProblem } from '../shared/api/problem-of-error.ts';
import { isHttpEvent } from '../shared/http/event.ts';
import type { Answer } from '../shared/http/http-answer.ts';
import { commonHeaders, toProblemAnswer } from '../shared/http/http-answer.ts';
import { readKeyFile } from '../shared/log/key-file.ts';
import { nameReason, openTable } from '../shared/store/table.ts';
import { isKnown, toTag } from './console/coding.ts';
import { atFirstCall, readAtFirstCall, text } from './environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    /** Name of the log table. */
    LOG_TABLE_NAME: text,
  }),
);

const openLog = atFirstCall(() => openTable(readConfig().LOG_TABLE_NAME));

/** Seconds for which browsers and caches may keep the file. */
const maxAge = 300;

/** The problem before the first key. */
export const noKeyFile = (): Problem =>
  new Problem('key-file.not-found', {
    detail: 'The register publishes its first key within minutes of its first document. Ask again then.',
  });

const answer = async ({ headers: asked }: APIGatewayProxyEventV2): Promise<Answer> => {
  const file = await readKeyFile(openLog());
  if (file === undefined) throw noKeyFile();
  const etag = toTag(file);
  const headers = {
    ...commonHeaders,
    'cache-control': `public, max-age=${maxAge}`,
    'content-type': 'application/json',
    etag,
  };
  return isKnown(asked['if-none-match'], etag)
    ? { statusCode: 304, headers, body: '' }
    : { statusCode: 200, headers, body: file };
};

/**
 * The Lambda function that serves the key file, which is the same for everybody: it reads one item, and of a request the
 * method and If-None-Match alone. It confirms nothing itself, since strangers call it: `publishKeyFile` has done so.
 */
export const handler = async (event: APIGatewayProxyEventV2, { awsRequestId }: Context): Promise<Answer> => {
  readConfig();
  if (!isHttpEvent(event)) return toProblemAnswer(toProblem(nameReason('ForeignEvent')), awsRequestId);
  const { http, requestId } = event.requestContext;
  const answered = await answer(event).catch((error: unknown) => toProblemAnswer(toProblem(error), requestId));
  return http.method === 'HEAD' ? { ...answered, body: '' } : answered;
};
