import type { Table } from '../../../shared/store/client.ts';
import type { Stocked } from '../../../test/support/stock.ts';
import { stock } from '../../../test/support/stock.ts';
import { makeShelves } from '../consent-report/fill.ts';

const day = 86_400_000;
const years = 5;

/** One in so many consents has a form as its proof, the others an address. */
const formEvery = 10;

const form = (i: number): string =>
  `<form action="/newsletter" method="post">${Array.from({ length: 40 }, (_, field) => `<label>Field ${field}<input name="f${field}" value="${i * field}"></label>`).join('')}</form>`;

function* consents(count: number, now: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const url = `https://shop.example/checkout?order=${i}`;
    yield {
      time: new Date(now - years * 365 * day + Math.floor((i / count) * years * 365 * day)),
      lang: i % 3 === 0 ? 'ita' : 'eng',
      proof: i % formEvery === 0 ? { url, html: form(i) } : { url },
      userData: { email: `ada-${i}@example.com`, first_name: `Ada ${i}`, last_name: 'Lovelace' },
    };
  }
}

/** Makes a register whose account has so many consents, with all that the service writes of each. */
export const fillWhole = async (table: Table, count: number): Promise<void> => {
  const now = Date.now();
  const { account, project, versions } = await makeShelves(table, now);
  const version = versions.at(-1);
  if (version === undefined) throw new Error('There is no version.');
  await stock(table, { account, project, version }, consents(count, now));
};
