import * as v from 'valibot';
import { identifier, integer, says, zonedTimeIfAnyOf, zonedTimeOf } from '../../schema/scalar.ts';
import { answerDueOn } from './request-deadline.ts';
import type { StoredErasureRequest } from './stored-request.ts';
import { erasureReasons, erasureRequestStates, extents } from './stored-request.ts';

/** How much of the consents is to be erased. */
export const ErasureExtent = v.pipe(
  v.picklist(extents, says('unknown', `Must be one of ${extents.join(', ')}.`)),
  v.description(
    'What is to be erased: with `evidence` the person goes, and notice, version and times stay as evidence; with `everything` only a count stays.',
  ),
);

/** Why the person may have the consents erased. */
export const ErasureReason = v.pipe(
  v.picklist(erasureReasons, says('unknown', `Must be one of ${erasureReasons.join(', ')}.`)),
  v.description('Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f).'),
);

/** What became of a request. */
export const ErasureRequestState = v.pipe(
  v.picklist(erasureRequestStates),
  v.description(
    'What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`.',
  ),
);

/** A request to erase consents, as it stands. */
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

export const tellErasureRequest = (request: StoredErasureRequest): RequestedErasure => ({
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
