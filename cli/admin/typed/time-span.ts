import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Span } from '../../../shared/evidence/state-statement.ts';
import { readTimeSpan, timeRule } from '../../../shared/evidence/time-span.ts';

/** What the text of an option names. @throws InvalidArgumentError when it names no time */
export const toTimeSpan = (text: string): Span => {
  const span = readTimeSpan(text);
  if (span === undefined) throw new InvalidArgumentError(timeRule);
  return span;
};
