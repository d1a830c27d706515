import type { Batch } from '../../../../pages/person/person-copy.ts';
import { countValues, findSpelledApart } from '../../../../shared/consents/held-values.ts';
import { readStoredPerson } from '../../../../shared/consents/list-consents.ts';
import type { FindableValues } from '../../../../shared/consents/person-data.ts';
import { toFacts } from '../../../../shared/evidence/facts.ts';
import { readManyHoldings } from '../../../../shared/evidence/holdings.ts';
import { toStatement } from '../../../../shared/evidence/statement.ts';
import type { Account } from '../../../../shared/identity/account.ts';
import { readLineage } from '../../../../shared/notices/lineage.ts';
import type { Table } from '../../../../shared/store/table.ts';
import { CommandError } from '../../../errors.ts';
import { watchReading } from '../../../output/progress.ts';

const refuseSeveral = (differing: readonly string[]): CommandError =>
  new CommandError(
    `Careful: these consents have different values of ${differing.join(', ')}, and may be of different people. Nothing was written. ` +
      'Look at the values with `person show`. Give one more value to select one person, or --yes if all consents are of the same person.',
    'refused',
  );

/**
 * Reads the consents of a person, newest first, a hundred at a time.
 *
 * @param areOne whether the differing values are known to belong to one person
 * @throws CommandError refused when they may belong to several people
 */
export async function* readBatches(
  table: Table,
  account: Account,
  values: FindableValues,
  { now, areOne }: { readonly now: Date; readonly areOne: boolean },
): AsyncGenerator<Batch> {
  const lineage = await readLineage(table, account.id);
  const reader = { account, lineage, kept: new Map() };
  const held = countValues();
  const pages = watchReading((onRead) => readStoredPerson(table, account.id, values, { lineage, filter: {}, onRead }));
  for await (const page of pages) {
    const consents = page.map(({ told }) => told);
    held.add(consents);
    const differing = areOne ? [] : findSpelledApart(held.values());
    if (differing.length > 0) throw refuseSeveral(differing);
    if (page.length === 0) continue;
    const stored = page.map((each) => each.stored);
    yield {
      consents,
      statements: async function* statements() {
        for await (const holdings of readManyHoldings(table, stored, reader)) yield toStatement(toFacts(holdings, now));
      },
    };
  }
}
