import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import * as v from 'valibot';
import { Problem } from '../../shared/api/problem.ts';
import { isHttpEvent } from '../../shared/http/event.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { toProblemAnswer } from '../../shared/http/http-answer.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { answerFrom, PackedConsole } from './files.ts';

/** The file next to this one in the bundle, written by `build/console.ts`. */
const files = v.parse(PackedConsole, JSON.parse(readFileSync(new URL('./console.json', import.meta.url), 'utf8')));

/** The Lambda function that serves the console from its own bundle. It reads nothing else, and has no other access (docs/decisions.md#pages). */
export const handler = async (event: APIGatewayProxyEventV2, { awsRequestId }: Context): Promise<Answer> => {
  if (isHttpEvent(event)) return answerFrom(files, event);
  logger.error('service.fault', { name: 'ForeignEvent' });
  return toProblemAnswer(new Problem('service.fault'), awsRequestId);
};
