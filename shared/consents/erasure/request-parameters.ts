import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { dayPattern, isDay } from '../../runtime/time.ts';
import type { Given } from '../../schema/scalar.ts';
import { excludes, filledText, identifier, isGiven, positiveInteger, rule, says } from '../../schema/scalar.ts';
import { ErasureExtent, ErasureReason } from './request-answer.ts';

const notDay = says('malformed', 'Must be a day, such as 2026-11-22.');

/** A day without a time, as the officer's calendar has it. */
const ReceivedOn = v.pipe(v.string(notDay), v.regex(dayPattern, notDay), v.check(isDay, notDay));

/**
 * The reference of a request in the caller's own files. It has no spaces and no `@`, so that no name, address or
 * sentence about the person gets into what stays after the erasure.
 */
export const Reference = v.pipe(
  filledText(limits.referenceCharacters),
  v.regex(
    /^[A-Za-z0-9][A-Za-z0-9._/#-]*$/,
    says(
      'malformed',
      'May have letters from A to Z, digits and the characters . _ / # -, and begins with one of the first two.',
    ),
  ),
);

/** The id of one consent, or an array of ids. */
export const ErasedIds = v.union(
  [
    identifier,
    v.pipe(
      v.array(identifier),
      v.nonEmpty(says('missing', 'Must name at least one consent.')),
      v.maxLength(
        limits.erasureRequestConsents,
        says('too-many', `May name at most ${limits.erasureRequestConsents} consents. Send several requests.`),
      ),
      v.check((ids) => new Set(ids).size === ids.length, says('repeated', 'Must name each consent only once.')),
    ),
  ],
  says('malformed', 'Must be the id of a consent or an array of ids.'),
);

const neededToAsk = ['ids', 'reason', 'receivedOn'] as const;
const beside = [...neededToAsk, 'extent', 'reference'] as const;

const lacks =
  (name: string) =>
  (given: Given): boolean =>
    !isGiven(given.withdraw) && !isGiven(given[name]);

const isMeantTwice = (given: Given): boolean => isGiven(given.withdraw) && beside.some((name) => isGiven(given[name]));

const missing = says('missing', 'This parameter is required, unless you withdraw a request.');

/** A request to erase consents, or the withdrawal of one. */
const Asked = v.strictObject({
  ids: v.optional(v.pipe(ErasedIds, v.description('Ids of the consents to erase, one or an array.'))),
  extent: v.optional(ErasureExtent),
  reason: v.optional(ErasureReason),
  reference: v.optional(
    v.pipe(
      Reference,
      v.description(
        'Reference of the request in your own files, such as `DSR-2026/114`: letters, digits and `. _ / # -`. Nothing of the person belongs here, no tax code either, since it stays and nobody checks it.',
      ),
    ),
  ),
  receivedOn: v.optional(
    v.pipe(
      ReceivedOn,
      v.description(
        "Day on which the person's request reached you, such as `2026-11-22`. The deadline counts from it.",
      ),
    ),
  ),
  withdraw: v.optional(
    v.pipe(identifier, v.description('Id of a request of your own to withdraw, instead of all other parameters.')),
  ),
});

/**
 * The parameters of a request to erase consents. The result is the request with the default of `extent`, or the id of
 * the one to withdraw.
 */
export const ErasureAsked = v.pipe(
  Asked,
  rule('ids', missing, lacks('ids')),
  rule('reason', missing, lacks('reason')),
  rule('receivedOn', missing, lacks('receivedOn')),
  rule('withdraw', excludes('a new request'), isMeantTwice),
  v.transform(({ withdraw, ids, extent = 'evidence', reason, reference, receivedOn }) =>
    ids && reason && receivedOn
      ? { ids: [ids].flat(), isList: Array.isArray(ids), extent, reason, reference, receivedOn }
      : { withdraw: withdraw ?? '' },
  ),
);
export type ErasureAsked = v.InferOutput<typeof ErasureAsked>;

/** A request to erase consents. */
export type NewErasureRequest = Extract<ErasureAsked, { readonly ids: unknown }>;

/** The most requests in an answer: with the most consents each, they fit it. */
export const ErasureRequestsPerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, says('out-of-range', `Must be at most ${limits.perPage}.`)),
);

/** The parameters of a list of requests. The result has the default of `perPage`. */
export const ErasureListRequest = v.pipe(
  v.strictObject({
    after: v.optional(v.pipe(identifier, v.description('`next` of the previous answer.'))),
    perPage: v.optional(
      v.pipe(
        ErasureRequestsPerPage,
        v.description(`Largest number of requests in the answer. Default: \`${limits.perPageDefault}\`.`),
      ),
    ),
  }),
  v.transform(({ perPage = limits.perPageDefault, ...rest }) => ({ ...rest, perPage })),
);
