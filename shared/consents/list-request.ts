import * as v from 'valibot';
import { limits, listBounds } from '../api/limits.ts';
import { noticeNamedTwice } from '../notices/notice-request.ts';
import type { Given } from '../schema/scalar.ts';
import { excludes, identifier, positiveInteger, rule, ruleMessage } from '../schema/scalar.ts';
import { Moment } from '../schema/time-span.ts';
import { ConsentState } from './list-answer.ts';
import { findableValues, GivenUserData } from './person-data.ts';
import { blankSearch, filterEntries, isBlankSearch } from './search-request.ts';

/** The most consents in an answer of a list. */
export const ListPerPage = v.pipe(
  positiveInteger,
  v.maxValue(listBounds.perPage, ruleMessage('out-of-range', `Must be at most ${listBounds.perPage}.`)),
);

const Span = v.object({ start: v.date(), end: v.date() });

const endsBeforeItBegins = ({ from, until }: Given): boolean =>
  v.is(Span, from) && v.is(Span, until) && until.end <= from.start;

/**
 * The parameters of a list. The result has the period as moments, normalised values without blank ones, which count as
 * absent (docs/api.md, Finding), and the default of `perPage`.
 */
export const ConsentListRequest = v.pipe(
  v.strictObject({
    from: v.optional(
      v.pipe(
        Moment,
        v.description('Consents given from this month, day or time on, in UTC, such as `2026-11` or `2026-11-22`.'),
      ),
    ),
    until: v.optional(v.pipe(Moment, v.description('Consents given until the end of this month, day or minute.'))),
    state: v.optional(v.pipe(ConsentState, v.description('State of the consents now.'))),
    ...filterEntries,
    userData: v.optional(
      v.pipe(GivenUserData, v.description('Values that a consent must have, compared as in a search.')),
    ),
    after: v.optional(v.pipe(identifier, v.description('`next` of the previous answer.'))),
    perPage: v.optional(
      v.pipe(
        ListPerPage,
        v.description(`Largest number of consents in the answer. Default: \`${limits.perPageDefault}\`.`),
      ),
    ),
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeNamedTwice),
  rule('until', ruleMessage('conflict', 'Must not be before from.'), endsBeforeItBegins),
  rule('userData', blankSearch, isBlankSearch),
  v.transform(({ from, until, userData, perPage, ...filters }) => ({
    ...filters,
    period: { from: from?.start, before: until?.end },
    perPage: perPage ?? limits.perPageDefault,
    values: findableValues(userData ?? {}),
  })),
);
export type ConsentListRequest = v.InferOutput<typeof ConsentListRequest>;
