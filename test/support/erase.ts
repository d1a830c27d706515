import type { ErasureOutcome } from '../../shared/consents/erasure/erase-all.ts';
import type { ErasureManner } from '../../shared/consents/erasure/erasure-run.ts';
import { eraseConsents } from '../../shared/consents/erasure/erasure-run.ts';
import type { Extent } from '../../shared/consents/erasure/erasures.ts';
import { changeAt } from './change.ts';
import { erasures, table } from './table.ts';

/** Erases consents of an account, as a command does that was told which. */
export const erase = (
  accountId: string,
  ids: readonly string[],
  { extent = 'evidence', now = new Date(), onErased }: { extent?: Extent; now?: Date } & Partial<ErasureManner> = {},
): Promise<ErasureOutcome> =>
  eraseConsents(
    { table, erasures, accountId },
    ids.map((consentId) => ({ consentId, time: now, extent })),
    { change: changeAt(now), newChange: () => changeAt(now), ...(onErased && { onErased }) },
  );
