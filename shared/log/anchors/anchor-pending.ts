import { describeFault, log as journal } from '../../logger.ts';
import type { Table } from '../../store/client.ts';
import type { StoredCheckpoint } from '../checkpoints.ts';
import { findUnanchored, markAnchored } from '../checkpoints.ts';
import { anchorCheckpoint } from './anchor-checkpoint.ts';
import { stampCheckpoint } from './stamp-checkpoint.ts';
import { Unstamped } from './unstamped.ts';

/** The bucket of the anchors, under Object Lock, and the time-stamp authority, if any. */
export interface Anchorage {
  readonly bucket: string;
  readonly authority?: URL | undefined;
}

/** How many of the latest checkpoints are stamped if they have no stamp: usually those of half a day. */
const recent = 50;

/** Milliseconds after which a run stops asking for stamps. The next run asks for the rest. */
const longestStamping = 60_000;

/** Asks an authority until it fails or has taken too long. The next run asks again for missing stamps. */
const stampUntilFailure = (authority: URL | undefined) => {
  let asked = authority;
  const until = performance.now() + longestStamping;
  return async ({ note, stamp }: StoredCheckpoint): Promise<Uint8Array | undefined> => {
    if (stamp !== undefined || asked === undefined || performance.now() > until) return stamp;
    try {
      return await stampCheckpoint({ authority: asked, note });
    } catch (error) {
      asked = undefined;
      journal.warn('log.unstamped', {
        ...describeFault(error),
        ...(error instanceof Unstamped && { fault: error.fault }),
      });
      return undefined;
    }
  };
};

/**
 * Anchors the checkpoints that are not anchored yet and requests missing stamps, the earliest first. If the authority
 * fails, checkpoints are still anchored.
 *
 * @throws ForkedAnchor when another checkpoint of the same size is anchored
 */
export const anchorPending = async (log: Table, { bucket, authority }: Anchorage, now: Date): Promise<void> => {
  const pending = await findUnanchored(log, { isStamped: authority !== undefined, recent });
  const stampOf = stampUntilFailure(authority);
  for (const checkpoint of pending.reverse()) {
    const { size, note, anchoredAt } = checkpoint;
    const stamp = await stampOf(checkpoint);
    await anchorCheckpoint({ bucket, size, note, stamp });
    await markAnchored(log, size, {
      anchoredAt: anchoredAt ?? now.toISOString(),
      stamp: stamp && Uint8Array.from(stamp),
    });
  }
};
