import type { ConsentRegisterError } from '../../client/index.ts';
import type { CallWords, ProblemCode } from './words/words.ts';

/** What it means that something in front of the service answered in its place, such as API Gateway where a limit is reached. */
const codesOfStatus: Readonly<Record<number, ProblemCode>> = {
  413: 'body.too-large',
  429: 'store.unavailable',
  500: 'service.fault',
  502: 'store.unavailable',
  503: 'store.unavailable',
  504: 'connection.timeout',
};

/** The code by which a problem has its sentence; undefined where the console has none, as of a newer service. */
export const findCode = (
  { code, status }: Pick<ConsentRegisterError, 'code' | 'status'>,
  problems: CallWords['problems'],
): ProblemCode | undefined => {
  if (code === 'answer.unexpected') return codesOfStatus[status ?? 0] ?? 'answer.unexpected';
  return Object.hasOwn(problems, code) ? (code as ProblemCode) : undefined;
};
