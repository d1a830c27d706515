import type { Extent } from '../../../../shared/erasure/erasures.ts';
import { listErasures } from '../../../../shared/erasure/erasures.ts';
import { findUndone } from '../../../../shared/erasure/undone.ts';
import { note } from '../../printing/output.ts';
import { countOf } from '../../printing/progress.ts';
import type { Stage } from '../../stage/stage.ts';
import type { Mapped } from './map-record.ts';
import type { Supply } from './supply.ts';

const unknown =
  'Whether a consent of the file was erased with everything is not known without the erasures table: say --erasures-table, or import nobody who was erased.';

/** Consents that were erased by their ids, with what stayed of them. */
type Erased = ReadonlyMap<string, Extent>;

export const readErased = async ({ erasures }: Stage, accountId: string): Promise<Erased> => {
  const erased = new Map<string, Extent>();
  if (erasures === undefined) {
    note(unknown);
    return erased;
  }
  for await (const page of listErasures(erasures, accountId)) {
    for (const { consentId, extent } of page) {
      if (extent === 'everything' || !erased.has(consentId)) erased.set(consentId, extent);
    }
  }
  return erased;
};

/** Of one that was erased with everything not even the evidence comes back: it is counted already. */
const judge = (mapped: Mapped, erased: Erased): Mapped => {
  if (!('line' in mapped)) return mapped;
  const { id, eraseTime } = mapped.line;
  const extent = erased.get(id);
  return extent === 'everything' || (extent === 'evidence' && eraseTime === null) ? { isErased: true } : mapped;
};

/** The same, but that a consent which was erased does not come back with what the file still has of it. */
export const leaveOutErased = (supply: Supply, erased: Erased): Supply => ({
  ...supply,
  async *read(onBytes) {
    for await (const supplied of supply.read(onBytes)) yield { ...supplied, mapped: judge(supplied.mapped, erased) };
  },
});

/**
 * Tells people how many consents were erased while the import ran, and are there all the same, because it wrote them afterwards.
 *
 * @param before those that were erased when it began. The newest come first, so that a page without others ends the look
 */
export const tellComeBack = async ({ table, erasures }: Stage, accountId: string, before: Erased): Promise<void> => {
  if (erasures === undefined) return;
  let back = 0;
  for await (const page of listErasures(erasures, accountId)) {
    const added = page.filter(({ consentId }) => !before.has(consentId));
    if (added.length === 0) break;
    back += (await findUndone(table, accountId, added)).length;
  }
  if (back === 0) return;
  const count = countOf(back, back === 1 ? 'consent' : 'consents');
  note(`Erased while this ran, and back with the file: ${count}. \`person erase --replay\` erases them again.`);
};
