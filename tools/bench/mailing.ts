import { performance } from 'node:perf_hooks';
import { limits } from '../../shared/limits.ts';
import { addUnits } from '../../test/support/capacity.ts';
import { startMeter } from '../../test/support/meter.ts';
import { password } from '../../test/support/password.ts';
import type { Stocked } from '../../test/support/stock.ts';
import { findShelf, stock } from '../../test/support/stock.ts';
import { addUser, contentOf, makeAccount } from './account.ts';
import { describeProgram, toCount } from './program-options.ts';
import { quantile, report, round, toTable } from './report.ts';
import { startStore } from './store.ts';

const { people: count } = describeProgram(
  'bench mailing',
  'What it takes to ask of every person of a mailing whether they may be written to, a hundred in a call.',
)
  .option('--people <number>', 'people of the mailing', toCount, 10_000)
  .parse()
  .opts();

await using store = await startStore();
const table = await store.newTable('mailing');
const meter = await startMeter();
const { call } = await import('./capacity/calls.ts');

const now = Date.now();
const people = Array.from({ length: count }, (_, i) => ({ email: `person-${i}@example.com` }));

/** Nine of ten people agreed, each with a usual consent of three known keys. */
const consents: Stocked[] = people
  .filter((_, i) => i % 10 !== 0)
  .map((person, i) => ({
    time: new Date(now - 60_000 - i),
    userData: { ...person, first_name: 'Ada', last_name: `Rossi ${i}` },
  }));

const { accountId, projectUid, notices } = await makeAccount(table, [contentOf('<p>News.</p>')]);
const { pid = 0 } = notices[0] ?? {};
await stock(table, await findShelf(table, accountId, projectUid, pid), consents);
const { email } = await addUser(table, accountId);
const login = await call('login', { email, password }, {});
const token = login.body.access_token;

const calls: { milliseconds: number; read: number; write: number }[] = [];
let allowed = 0;
for (let from = 0; from < count; from += limits.people) {
  const part = people.slice(from, from + limits.people);
  const start = performance.now();
  const { result, calls: metered } = await meter(() => call('checkPeople', { pid, people: part }, { token }));
  const { read, write } = addUnits(metered);
  calls.push({ milliseconds: performance.now() - start, read, write });
  const { data } = result.body as unknown as { readonly data: readonly { readonly allowed: boolean }[] };
  allowed += data.filter((person) => person.allowed).length;
}
if (allowed !== consents.length) throw new Error(`${allowed} people are allowed, and ${consents.length} agreed.`);

const times = calls.map(({ milliseconds }) => milliseconds);
const { read, write } = addUnits(calls);
await report(
  'mailing',
  toTable(
    [
      'people',
      'calls',
      'allowed',
      'read units',
      'of a person',
      'write units',
      'seconds',
      'ms of a call, median',
      'p99',
    ],
    [
      [
        count.toLocaleString('en'),
        calls.length,
        allowed,
        read,
        round(read / count),
        write,
        round(times.reduce((sum, each) => sum + each, 0) / 1_000),
        round(quantile(times)),
        round(quantile(times, 0.99)),
      ],
    ],
  ),
);
