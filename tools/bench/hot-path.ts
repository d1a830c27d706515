import { fork } from 'node:child_process';
import { once } from 'node:events';
import { provisionDemo } from '../../cli/local/demo.ts';
import { setup } from '../../test/support/global-setup.ts';
import { createFreshTable } from '../../test/support/make/tables.ts';
import { readOptions, report, round, toCount, toTable } from '../program.ts';
import type { Finding, Task } from './hot-path/case-process.ts';
import type { Case } from './hot-path/cases.ts';
import { arrangeCases } from './hot-path/cases.ts';

const options = readOptions('bench hot-path', 'What our code costs beside the DynamoDB calls that it makes.', {
  only: ['only the calls whose name begins so', ''],
  seconds: ['how long each call is compared', '5'],
});

const runCase = async (measured: Case): Promise<Finding> => {
  const task: Task = { ...measured, seconds: toCount(options.seconds) };
  const child = fork(new URL('./hot-path/case-process.ts', import.meta.url));
  child.send(task);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${measured.name} was not measured.`)));
  const [found] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  child.kill();
  return found as Finding;
};

type Findings = readonly (readonly [string, Finding])[];

const tableOfOwnCost = (findings: Findings): string =>
  toTable(
    ['call', 'DynamoDB calls', 'handler ms', 'bare calls ms', 'our own ms', 'ratio', 'calls/s'],
    findings.map(([name, { calls, canned }]) => [
      name,
      calls.join(', '),
      round(canned.one),
      round(canned.other),
      round(canned.difference, 2),
      round(canned.one / canned.other),
      round(1000 / canned.one),
    ]),
  );

const tableWithEngine = (findings: Findings): string =>
  toTable(
    ['with the local engine', 'handler ms', 'bare calls ms', 'our own ms', 'ratio', 'calls/s'],
    findings.map(([name, { engine }]) => [
      name,
      round(engine.one),
      round(engine.other),
      round(engine.difference, 2),
      round(engine.one / engine.other),
      round(1000 / engine.one),
    ]),
  );

const teardown = await setup();
try {
  const table = await createFreshTable('hot-path');
  await provisionDemo(table, new Date());
  const cases = (await arrangeCases(table)).filter(({ name }) => name.startsWith(options.only));
  const findings: [string, Finding][] = [];
  for (const measured of cases) findings.push([measured.name, await runCase(measured)]);
  report([tableOfOwnCost(findings), tableWithEngine(findings)].join('\n\n'));
} finally {
  await teardown();
}
