import * as v from 'valibot';
import { says } from '../schema/scalar.ts';
import type { Span } from './state-statement.ts';
import { readTimeSpan, timePattern, timeRule } from './time-span.ts';

const notTime = says('malformed', timeRule);

/** A month, a day or a time in UTC in a request. */
export const Moment = v.pipe(
  v.string(notTime),
  v.regex(timePattern, notTime),
  v.rawTransform<string, Span>(({ dataset, addIssue, NEVER }) => {
    const span = readTimeSpan(dataset.value);
    if (span !== undefined) return span;
    addIssue({ message: notTime });
    return NEVER;
  }),
);
