import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { dayOf, dayPattern, isDay } from '../../runtime/time.ts';
import type { Given } from '../../schema/scalar.ts';
import {
  excludes,
  filledText,
  identifier,
  integer,
  isGiven,
  positiveInteger,
  rule,
  ruleMessage,
  storedTime,
  zonedTimeIfAnyOf,
  zonedTimeOf,
} from '../../schema/scalar.ts';
import type { Item } from '../../store/table.ts';

/** What stays of an erased consent: the evidence without the person, or only a count. */
export const extents = ['evidence', 'everything'] as const;

/** Why a person may have consents erased: the grounds of Article 17(1) GDPR, from (a) to (f). */
const erasureReasons = [
  'no-longer-needed',
  'consent-revoked',
  'objected',
  'unlawful',
  'legal-obligation',
  'child',
] as const;

/**
 * What became of a request: nothing yet; a command erases, or was interrupted; or it ended, in one of three ways. Only an
 * open one can be withdrawn or refused.
 */
const erasureRequestStates = ['open', 'erasing', 'done', 'refused', 'withdrawn'] as const;
export type ErasureRequestState = (typeof erasureRequestStates)[number];

/** A request of a user to erase consents. It names them by their ids, and holds nothing of the person. */
export const StoredErasureRequest = v.object({
  id: v.string(),
  consentIds: v.array(v.string()),
  extent: v.picklist(extents),
  reason: v.picklist(erasureReasons),
  reference: v.optional(v.string()),
  /** The day on which the person's request reached the controller. */
  receivedOn: v.pipe(v.string(), v.check(isDay)),
  requestTime: storedTime,
  /** The number of the user. */
  userId: v.number(),
  state: v.picklist(erasureRequestStates),
  endTime: v.optional(storedTime),
  /** How many consents its erasure erased. */
  erased: v.optional(v.number()),
  /** Why an operator refused it. */
  refusal: v.optional(v.string()),
});
export type StoredErasureRequest = v.InferOutput<typeof StoredErasureRequest>;

export const parseErasureRequest = (item: Item): StoredErasureRequest => v.parse(StoredErasureRequest, item);

/** The same; undefined if it is damaged. */
export const readErasureRequest = (item: Item): StoredErasureRequest | undefined => {
  const { success, output } = v.safeParse(StoredErasureRequest, item);
  return success ? output : undefined;
};

/** What asking reads of a consent, besides its key: not what it says, nor whose it is. */
export const erasableAttributes = ['eraseTime'] as const;

/** The attributes of a new request, and those that a withdrawal or the count of the day names. */
export const newErasureRequest = [
  'id',
  'consentIds',
  'extent',
  'reason',
  'reference',
  'receivedOn',
  'requestTime',
  'userId',
  'state',
] as const satisfies readonly (keyof StoredErasureRequest)[];
export const erasureRequestChanges = ['state', 'endTime', 'userId', 'requests', 'expiresAt'] as const;

/** How much of the consents to erase. */
export const ErasureExtent = v.pipe(
  v.picklist(extents, ruleMessage('unknown', `Must be one of ${extents.join(', ')}.`)),
  v.description(
    'What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count.',
  ),
);

/** Why the person may have the consents erased. */
export const ErasureReason = v.pipe(
  v.picklist(erasureReasons, ruleMessage('unknown', `Must be one of ${erasureReasons.join(', ')}.`)),
  v.description('Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f).'),
);

/** What became of a request. */
export const ErasureRequestState = v.pipe(
  v.picklist(erasureRequestStates),
  v.description(
    'What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`.',
  ),
);

/** A request to erase consents, in its present state. */
export const RequestedErasure = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the request.')),
  state: ErasureRequestState,
  consentIds: v.pipe(v.array(identifier), v.description('Ids of the consents to erase.')),
  extent: ErasureExtent,
  reason: ErasureReason,
  reference: v.pipe(v.nullable(v.string()), v.description('Reference of your own files.')),
  receivedOn: v.pipe(v.string(), v.description("Day on which the person's request reached you (`YYYY-MM-DD`).")),
  dueOn: v.pipe(
    v.string(),
    v.description('Day by which the person must have an answer, a month later (`YYYY-MM-DD`; Article 12(3) GDPR).'),
  ),
  requestTime: zonedTimeOf('When the request was made'),
  userId: v.pipe(integer, v.description('Number of the user who made it.')),
  endTime: zonedTimeIfAnyOf('When it was done, refused or withdrawn'),
  erased: v.pipe(integer, v.description('How many of its consents were erased since it was made, once it is `done`.')),
  refusal: v.pipe(v.nullable(v.string()), v.description('Why the operator refused it.')),
});
export type RequestedErasure = v.InferOutput<typeof RequestedErasure>;

/** A page of the requests of an account. */
export const RequestedErasures = v.strictObject({
  data: v.pipe(v.array(RequestedErasure), v.description('Newest first.')),
  damaged: v.pipe(
    v.array(v.string()),
    v.description('Ids of requests among these that are stored but damaged, and so not in `data`. Tell the operator.'),
  ),
  next: v.pipe(v.nullable(identifier), v.description('Send it as `after` for the next page. `null` at the end.')),
});

export const toRequestedErasure = (request: StoredErasureRequest): RequestedErasure => ({
  id: request.id,
  state: request.state,
  consentIds: request.consentIds,
  extent: request.extent,
  reason: request.reason,
  reference: request.reference ?? null,
  receivedOn: request.receivedOn,
  dueOn: answerDueOn(request.receivedOn),
  requestTime: request.requestTime,
  userId: request.userId,
  endTime: request.endTime ?? null,
  erased: request.erased ?? 0,
  refusal: request.refusal ?? null,
});

const notDay = ruleMessage('malformed', 'Must be a day, such as 2026-11-22.');

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
    ruleMessage(
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
      v.nonEmpty(ruleMessage('missing', 'Must name at least one consent.')),
      v.maxLength(
        limits.erasureRequestConsents,
        ruleMessage('too-many', `May name at most ${limits.erasureRequestConsents} consents. Send several requests.`),
      ),
      v.check((ids) => new Set(ids).size === ids.length, ruleMessage('repeated', 'Must name each consent only once.')),
    ),
  ],
  ruleMessage('malformed', 'Must be the id of a consent or an array of ids.'),
);

const requiredOfNew = ['ids', 'reason', 'receivedOn'] as const;
const beside = [...requiredOfNew, 'extent', 'reference'] as const;

const lacks =
  (name: string) =>
  (given: Given): boolean =>
    !isGiven(given.withdraw) && !isGiven(given[name]);

const isMeantTwice = (given: Given): boolean => isGiven(given.withdraw) && beside.some((name) => isGiven(given[name]));

const missing = ruleMessage('missing', 'This parameter is required, unless you withdraw a request.');

/** A request to erase consents, or the withdrawal of one. */
const ErasureParameters = v.strictObject({
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
export const ErasureRequest = v.pipe(
  ErasureParameters,
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
export type ErasureRequest = v.InferOutput<typeof ErasureRequest>;

/** A request to erase consents. */
export type NewErasureRequest = Extract<ErasureRequest, { readonly ids: unknown }>;

/** The most requests in an answer: with the most consents each, they fit it. */
export const ErasureRequestsPerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, ruleMessage('out-of-range', `Must be at most ${limits.perPage}.`)),
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

/**
 * The day by which the person must have an answer: a month after the request reached the controller (Article 12(3) GDPR).
 * If the next month has no such day, it is the last of that month (Regulation 1182/71, Article 3(2)(c)). A weekend or a
 * holiday, which would give more time, is not counted.
 */
export const answerDueOn = (receivedOn: string): string => {
  const [year = 0, month = 0, day = 0] = receivedOn.split('-').map(Number);
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(day, lastOfNext)));
};
