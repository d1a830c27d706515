import { fork } from 'node:child_process';
import { once } from 'node:events';
import { provisionDemo } from '../../cli/local/demo.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import type { Finding, Task } from './hot-path/case-process.ts';
import type { Case } from './hot-path/cases.ts';
import { arrangeCases } from './hot-path/cases.ts';
import type { Verification } from './hot-path/verification.ts';
import { measureVerification } from './hot-path/verification.ts';
import { describeProgram, only, toCount } from './program-options.ts';
import { report, round, toTable } from './report.ts';

const {
  profile: isProfile,
  only: beginning,
  seconds,
} = describeProgram('bench hot-path', 'What our code costs beside the DynamoDB calls that it makes.')
  .option('--profile', 'show instead where its time goes', false)
  .option('--only <name>', 'only the calls whose name begins so', '')
  .option('--seconds <number>', 'how long each call is compared', toCount, 5)
  .parse()
  .opts();

const runCase = async (measured: Case): Promise<unknown> => {
  const task: Task = { ...measured, seconds };
  const child = fork(new URL('./hot-path/case-process.ts', import.meta.url), isProfile ? ['--profile'] : []);
  child.send(task);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${measured.name} was not measured.`)));
  const [found] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  child.kill();
  return found;
};

type Findings = readonly (readonly [string, Finding])[];

const tableOfOwnCost = (findings: Findings): string =>
  toTable(
    ['call', 'DynamoDB calls', 'handler ms', 'bare calls ms', 'our own ms', 'ratio', 'outside the SDK ms', 'calls/s'],
    findings.map(([name, { calls, canned, outside }]) => [
      name,
      calls.join(', '),
      round(canned.one),
      round(canned.other),
      round(canned.difference, 2),
      round(canned.one / canned.other),
      round(outside, 2),
      round(1000 / canned.one),
    ]),
  );

const tableWithEngine = (findings: Findings): string =>
  toTable(
    ['with DynamoDB Local', 'handler ms', 'bare calls ms', 'our own ms', 'ratio', 'calls/s'],
    findings.map(([name, { engine }]) => [
      name,
      round(engine.one),
      round(engine.other),
      round(engine.difference, 2),
      round(engine.one / engine.other),
      round(1000 / engine.one),
    ]),
  );

const tableOfVerification = ({ signature, verifyAccessToken, bearerCheck }: Verification): string =>
  toTable(
    ['an access token', 'ms', 'above the signature, ms'],
    [
      ['signature alone, `crypto.verify`', round(signature), 0],
      [
        '`verifyAccessToken`, of a token that has been read',
        round(verifyAccessToken),
        round(verifyAccessToken - signature, 2),
      ],
      ['bearer check: read, then verified', round(bearerCheck), round(bearerCheck - signature, 2)],
    ],
  );

const teardown = await setup();
try {
  const table = await createFreshTable('hot-path');
  await provisionDemo(table, new Date());
  const cases = only(await arrangeCases(table), beginning);
  const findings: [string, Finding][] = [];
  for (const measured of cases) {
    if (isProfile) console.info(await runCase(measured));
    else findings.push([measured.name, (await runCase(measured)) as Finding]);
  }
  if (!isProfile) {
    const verification = tableOfVerification(await measureVerification(seconds));
    await report('hot-path', [tableOfOwnCost(findings), verification, tableWithEngine(findings)].join('\n\n'));
  }
} finally {
  await teardown();
}
