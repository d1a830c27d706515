import type { Account } from '../../../shared/identity/account.ts';
import { readGaps } from '../../../shared/evidence/many-gaps.ts';
import { meterReads } from '../../../shared/consents/exchange/metered-table.ts';
import type { Lineage } from '../../../shared/notices/lineage.ts';
import type { Judge } from '../../../shared/consents/reports/report.ts';
import type { Table } from '../../../shared/store/client.ts';

/** Reads the full consents of an account, to find their gaps. */
export const toJudge = (table: Table, account: Account, lineage: Lineage): Judge => {
  const metered = meterReads(table);
  const reader = { account, lineage, kept: new Map() };
  return { gapsOf: (ids) => readGaps(metered.table, ids, reader), units: metered.units };
};
