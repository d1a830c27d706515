import { inspect, styleText } from 'node:util';
import { contract } from '../../shared/api/contract.ts';
import { callOf, calls } from '../../shared/runtime/installation.ts';
import { printErrorAsText } from '../errors.ts';
import { announce } from './connection.ts';
import { demoAccounts, demoPassword } from './demo.ts';
import { readEnvironment } from './environment.ts';
import { readReferenceFile } from './pages.ts';
import type { LocalService, StartOptions } from './service.ts';
import { startService } from './service.ts';

/** What a person sees of a start. */
interface RunOptions extends StartOptions {
  /** Whether to print a call of each operation. */
  readonly withCalls: boolean;
}

/** In a terminal only. */
const inBold = (text: string): string => styleText('bold', text, { stream: process.stdout });

/** Records a consent of a person who is not in the demo data. */
const firstConsent = (baseUrl: string, key: string): string => {
  const parameters =
    'projectUid=demo-shop&consentInformationPid=2&userData[email]=grace@example.com&proof[url]=https://shop.example';
  return `curl -sS -w '\\n' ${baseUrl}${contract.addConsent.path} -H 'Authorization: Bearer ${key}' -d '${parameters}'`;
};

const nextStep = (
  { baseUrl, hasDemoData, demoKey }: Pick<LocalService, 'baseUrl' | 'hasDemoData' | 'demoKey'>,
  demoWasWanted: boolean,
): string => {
  if (demoKey !== undefined) {
    return `A first consent (all calls: \`${calls.startWith} --curl\`):\n${firstConsent(baseUrl, demoKey)}`;
  }
  if (hasDemoData) return `All calls: \`${calls.startWith} --curl\``;
  const [why, what] = demoWasWanted
    ? ['The table already has data, so no demo data was created.', '']
    : ['No demo data.', ` Make the first account, user and project in another terminal:\n${callOf('setup --local')}`];
  return `${why}${what}`;
};

/** The first screen: at most 13 rows of 80 columns with demo data and usual settings. */
export const describeService = (
  service: Pick<LocalService, 'baseUrl' | 'hasDemoData' | 'demoKey' | 'demoPage' | 'stores' | 'exposed'>,
  demoWasWanted: boolean,
): string => {
  const { baseUrl, hasDemoData, demoPage, stores, exposed } = service;
  return [
    `${inBold(`Consent Register at ${baseUrl}`)}, for made-up data only`,
    `Console    ${baseUrl}/console`,
    ...(hasDemoData ? [`Login      ${demoAccounts.demoShop.user.email} / ${demoPassword}`] : []),
    `Reference  ${baseUrl}/docs, mails ${baseUrl}/outbox`,
    ...(demoPage === undefined ? [] : [`A person   ${demoPage}`]),
    ...[...stores].map(([name, endpoint]) => `${name} at ${endpoint}`),
    ...(exposed.length === 0 ? [] : [`Other machines reach this too, without a password: ${exposed.join(', ')}.`]),
    '',
    nextStep(service, demoWasWanted),
    inBold('Ctrl-C stops it.'),
  ].join('\n');
};

/**
 * Runs the local service until Ctrl-C, or until its engine ends, which ends the process.
 *
 * @throws CommandError when it cannot start
 */
export const runService = async (options: RunOptions): Promise<void> => {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  let stop = async (): Promise<void> => {};
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The handler stays: Ctrl-C arrives twice, from the terminal and from npm.
    process.on(signal, async () => {
      isStopping = true;
      await stop();
      process.exit(0);
    });
  }
  const environment = readEnvironment();
  const service = await startService(environment, options);
  stop = service.stop;
  announce(environment.PORT);
  service.failed.then(async (error) => {
    if (isStopping) return;
    printErrorAsText(error);
    await stop();
    process.exit(error.exitCode);
  });
  if (options.withCalls) {
    console.log((await readReferenceFile('calls.txt')).replaceAll('{url}', service.baseUrl));
  }
  console.log(describeService(service, options.withDemo));
};
