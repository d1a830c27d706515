import * as v from 'valibot';
import type { Channel } from '../schema/vocabulary.ts';
import type { UsedLink } from './observed-link.ts';
import { toUsedLink } from './observed-means.ts';
import type { Proof } from './person-data.ts';

/** Ways to the site that no channel names (docs/api.md, By telephone or by letter). */
export const receivedWays = ['telephone', 'letter', 'in-person', 'fax', 'other'] as const;

export const ReceivedBy = v.pipe(
  v.picklist(receivedWays),
  v.description('Way that no channel names, as `proof[received_by]` says with the channel `web`.'),
);
export type ReceivedBy = v.InferOutput<typeof ReceivedBy>;

/** The member of a proof that names such a way. It counts on the channel `web` alone. */
const member = 'received_by';

/**
 * The way that a consent or a revocation came, as its proof says; undefined if the channel says it. Any other value of
 * the member, and the member on another channel, is proof like the rest.
 */
export const findReceivedBy = (channel: Channel | null | undefined, proof: Proof): ReceivedBy | undefined =>
  channel === 'web' && Object.hasOwn(proof, member) ? receivedWays.find((way) => way === proof[member]) : undefined;

/** The user who noted a way. The name is null if it is not known. */
interface Noting {
  readonly id: number;
  readonly name: string | null;
}

/** How a consent or a revocation reached the site. */
export interface Arrival {
  readonly channel: Channel;
  /** Null if the channel says it. `erased` if the proof that could have named a way was erased. */
  readonly receivedBy: ReceivedBy | 'erased' | null;
  /** Who noted the way: a user, or only an imported file. Null if nobody is known here. */
  readonly notedBy: Noting | 'import' | null;
  /** The link for a person through which it came, which says more than the channel. Null if it came otherwise. */
  readonly link: UsedLink | null;
  /** Whether the mailbox of the person confirmed it. */
  readonly isConfirmed: boolean;
}

/** What is known of an arrival besides its channel. */
interface Known {
  readonly receivedBy: ReceivedBy | null | undefined;
  readonly isErased: boolean;
  readonly notedBy?: Arrival['notedBy'];
  readonly link?: UsedLink | null | undefined;
  readonly isConfirmed?: boolean;
}

/** How it reached the site. What was erased on the channel `web` may have come in any way. */
export const toArrival = (
  channel: Channel,
  { receivedBy, isErased, notedBy = null, link, isConfirmed = false }: Known,
): Arrival => ({
  channel,
  receivedBy: isErased ? (channel === 'web' ? 'erased' : null) : (receivedBy ?? null),
  notedBy,
  link: link ? toUsedLink(link) : null,
  isConfirmed,
});
