import * as v from 'valibot';
import { isDay } from '../../runtime/time.ts';
import { storedTime } from '../../schema/scalar.ts';
import type { Item } from '../../store/table.ts';

/** What stays of an erased consent: the evidence without the person, or only a count. */
export const extents = ['evidence', 'everything'] as const;

/** Why a person may have consents erased: the grounds of Article 17(1) GDPR, from (a) to (f). */
export const erasureReasons = [
  'no-longer-needed',
  'consent-revoked',
  'objected',
  'unlawful',
  'legal-obligation',
  'child',
] as const;

/**
 * What became of a request: nothing yet; a command erases, or broke off; or it ended, in one of three ways. Only an
 * open one can be withdrawn or refused.
 */
export const erasureRequestStates = ['open', 'erasing', 'done', 'refused', 'withdrawn'] as const;
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
