import { demoAccounts } from '../../../cli/local/demo.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { startService } from '../../../cli/local/service.ts';
import { openPatiently } from '../../../test/support/patient-table.ts';
import type { Stocked } from '../../../test/support/stock.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';

/** Consents of made-up people, a minute apart; every hundredth is one of the same person. */
function* people(count: number, start: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const email = i % 100 === 0 ? 'often@example.com' : `person-${i}@example.com`;
    const userData = { email, first_name: `First ${i}`, last_name: `Last ${i}`, country: 'Italy' };
    yield { time: new Date(start + i * 60_000), userData, lang: i % 2 === 0 ? 'ita' : 'eng' };
  }
}

/** The local service with its demo data and so many consents more. */
export const startFilledService = async (count: number) => {
  const TABLE_NAME = 'console';
  const service = await startService({ PORT: await findFreePort(), TABLE_NAME });
  const { id, project } = demoAccounts.demoShop;
  const table = openPatiently(TABLE_NAME);
  await stock(table, await findShelf(table, id, project.uid, 2), people(count, Date.now() - (count + 10) * 60_000));
  return service;
};
