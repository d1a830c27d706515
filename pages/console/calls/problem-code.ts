import type { ConsentRegisterError } from '../../../client/index.ts';
import type { CallWords, ProblemCode } from '../../words/console/console-calls-words-words.ts';

/** Codes for answers that came from something in front of the service, such as API Gateway at a limit. */
const codesOfStatus: Readonly<Record<number, ProblemCode>> = {
  413: 'body.too-large',
  429: 'store.unavailable',
  500: 'service.fault',
  502: 'store.unavailable',
  503: 'store.unavailable',
  504: 'connection.timeout',
};

/** The code whose sentence explains a problem; undefined if the console has none, such as for a newer service. */
export const findCode = (
  { code, status }: Pick<ConsentRegisterError, 'code' | 'status'>,
  problems: CallWords['problems'],
): ProblemCode | undefined => {
  if (code === 'answer.unexpected') return codesOfStatus[status ?? 0] ?? 'answer.unexpected';
  return Object.hasOwn(problems, code) ? (code as ProblemCode) : undefined;
};
