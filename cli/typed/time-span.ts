import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Span } from '../../shared/evidence/state-statement.ts';
import { readTimeSpan, timeRule } from '../../shared/evidence/time-span.ts';

/** The span that an option names. @throws InvalidArgumentError when it is not a time */
export const toTimeSpan = (text: string): Span => {
  const span = readTimeSpan(text);
  if (span === undefined) throw new InvalidArgumentError(timeRule);
  return span;
};
