import type { Table } from '../../../shared/store/client.ts';
import { noiseOf } from '../../../test/support/export-stock.ts';
import type { Shelf } from '../../../test/support/stock.ts';
import { stock } from '../../../test/support/stock.ts';

/** So many consents with proofs of some kilobytes, which no compression makes much smaller: several pages of a scan. */
export const putLargeConsents = (table: Table, shelf: Shelf, count: number): Promise<string[]> =>
  stock(
    table,
    shelf,
    Array.from({ length: count }, (_, i) => ({
      time: new Date(Date.UTC(2026, 0, 1) + i * 60_000),
      userData: { email: `ada-${i}@example.com` },
      proof: { html: noiseOf(i, 20_000) },
    })),
  );
