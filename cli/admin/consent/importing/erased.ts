import type { Extent } from '../../../../shared/erasure/erasures.ts';
import { listErasures } from '../../../../shared/erasure/erasures.ts';
import { note } from '../../printing/output.ts';
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
