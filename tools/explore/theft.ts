import { mock } from 'node:test';
import { callInProcess } from '../../test/support/caller.ts';
import { startStoreProxy } from '../../test/support/store-proxy.ts';
import { describeProgram, toCount } from '../bench/program-options.ts';
import { fail, report, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';

const { depth } = describeProgram(
  'explore theft',
  'The refresh tokens of one session, as its user and a thief may use them: every history of so many steps, each answer of the real service by the rules of the contract (docs/contract.md, Tokens and sessions).',
)
  .option('--depth <number>', 'how many steps', toCount, 6)
  .parse()
  .opts();

await using store = await startStore();
const proxy = await startStoreProxy();
const table = await store.newTable('theft');
const { newTenant } = await import('./chaos/tenants.ts');
const { openService } = await import('./theft/service.ts');
const { explore } = await import('./theft/explore.ts');
const call = await callInProcess();
const now = Date.now();
mock.timers.enable({ apis: ['Date'], now });
const service = openService(table, await newTenant(table), call, proxy, (time) => mock.timers.setTime(time));
const found = await explore(service, { depth, now });
mock.timers.reset();
await report(
  'theft',
  `Depth ${depth}.

${toTable(
  ['histories', 'ended by a theft before', 'states of the session', 'presentations to the service', 'violations'],
  [[found.histories, found.ended, found.moments, found.presentations, found.violations.length]],
)}`,
);
fail(found.violations);
