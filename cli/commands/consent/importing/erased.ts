import type { Extent } from '../../../../shared/consents/erasure/erasures.ts';
import { listErasures } from '../../../../shared/consents/erasure/erasures.ts';
import { findUndone } from '../../../../shared/consents/erasure/undone.ts';
import { note } from '../../../printing/output.ts';
import { countOf } from '../../../printing/progress.ts';
import type { Stage } from '../../../stage/stage.ts';
import type { Mapped } from './map-record.ts';
import type { Supply } from './supply.ts';

const unknown =
  'Without the erasures table, consents of the file that were erased with --everything may come back. Name the table with --erasures-table.';

/** Erased consents by id, with what remains of them. */
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

/** Of a consent erased with --everything, not even the evidence comes back: it is already counted. */
const judge = (mapped: Mapped, erased: Erased): Mapped => {
  if (!('line' in mapped)) return mapped;
  const { id, eraseTime } = mapped.line;
  const extent = erased.get(id);
  return extent === 'everything' || (extent === 'evidence' && eraseTime === null) ? { isErased: true } : mapped;
};

/** The same, but an erased consent does not come back with its data from the file. */
export const leaveOutErased = (supply: Supply, erased: Erased): Supply => ({
  ...supply,
  async *read(onBytes) {
    for await (const supplied of supply.read(onBytes)) yield { ...supplied, mapped: judge(supplied.mapped, erased) };
  },
});

/**
 * Notes how many consents were erased during the import but written afterwards, so that they are back.
 *
 * @param before erasures listed when the import began. The newest come first, so the search ends at the first page without others
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
  note(`${count} erased while this ran came back with the file. Run \`person erase --replay\` to erase them again.`);
};
