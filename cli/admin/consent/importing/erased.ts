import type { Erasure } from '../../../../shared/erasure/erasures.ts';
import { listErasures } from '../../../../shared/erasure/erasures.ts';
import { note } from '../../printing/output.ts';
import type { Stage } from '../../stage/stage.ts';
import type { Mapped } from './map-record.ts';
import type { Supply } from './supply.ts';

const unknown =
  'Whether a consent of the file was erased with everything is not known without the erasures table: say --erasures-table, or import nobody who was erased.';

/** Ids of the consents that were erased, whatever stayed of them. */
export const readErased = async (
  { erasures }: Stage,
  accountId: string,
): Promise<ReadonlySet<Erasure['consentId']>> => {
  const ids = new Set<string>();
  if (erasures === undefined) note(unknown);
  else for await (const page of listErasures(erasures, accountId)) for (const { consentId } of page) ids.add(consentId);
  return ids;
};

const judge = (mapped: Mapped, erased: ReadonlySet<string>): Mapped =>
  'line' in mapped && mapped.line.eraseTime === null && erased.has(mapped.line.id) ? { isErased: true } : mapped;

/** The same, but that a consent which was erased does not come back with what the file still has of it. */
export const leaveOutErased = (supply: Supply, erased: ReadonlySet<string>): Supply => ({
  ...supply,
  async *read(onBytes) {
    for await (const supplied of supply.read(onBytes)) yield { ...supplied, mapped: judge(supplied.mapped, erased) };
  },
});
