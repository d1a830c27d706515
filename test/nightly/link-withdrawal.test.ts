import { expect, test } from 'vitest';
import { newLink, openLink, pressButton } from '../support/call/links.ts';
import { newTenant } from '../support/make/builders.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { readConsentsOf } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const many = 3_000;

test('a person with 3,000 consents: not one is left when it is said that none is', async () => {
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const start = Date.now() - 86_400_000;
  const consents = Array.from({ length: many }, (_, i) => ({
    time: new Date(start + i * 1_000),
    userData: { email: 'ada@example.com' },
  }));
  await stock(table, shelf, consents);
  const link = await newLink(tenant);
  expect((await openLink(link)).text.match(/<article/g)).toHaveLength(1);

  let left = many;
  for (let presses = 0; left > 0 && presses < 5; presses += 1) {
    const { status, text } = await pressButton(link, tenant.pid, { query: 'lang=en' });
    const stored = await readConsentsOf(tenant);
    const revoked = stored.map(({ revokeTime }) => revokeTime !== undefined);
    const [, said = '0'] = /<h1>(\d+) consents may/.exec(text) ?? [];
    const open = revoked.filter((one) => !one).length;
    expect({ status, said: Number(said), newestFirst: revoked.lastIndexOf(true) < many - open + 10 }).toEqual({
      status: open === 0 ? 200 : 503,
      said: open,
      newestFirst: true,
    });
    expect(open).toBeLessThan(left);
    left = open;
  }
  expect(left).toBe(0);
});
