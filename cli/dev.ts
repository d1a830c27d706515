import { inspect } from 'node:util';
import { contract } from '../shared/contract.ts';
import { attempt } from './command-error.ts';
import { readCommandLine } from './local/command-line.ts';
import { curlLines } from './local/curl-lines.ts';
import { demoAccounts } from './local/demo.ts';
import { demoPassword } from './local/demo-password.ts';
import { readEnvironment } from './local/environment.ts';
import type { LocalService } from './local/service.ts';
import { startService } from './local/service.ts';

/** For commands in another terminal, which assume the standard port. */
const portSetting = process.env.PORT === undefined ? '' : `PORT=${process.env.PORT} `;

const withoutDemo = (wasWanted: boolean): string =>
  wasWanted
    ? 'The table already has data, so no demo data was created.\n'
    : `No demo data. Create the first account, user and project in another terminal: ${portSetting}npm run admin -- init --local\n`;

const describeService = ({ baseUrl, hasDemoData, stores, exposed }: LocalService, demoWasWanted: boolean): string => {
  const { user } = demoAccounts.demoShop;
  const demoLogin = hasDemoData ? `Demo login: ${user.email} / ${demoPassword}\n` : '';
  const endpoints = [...stores].map(([name, endpoint]) => `${name} at ${endpoint}\n`).join('');
  const open =
    exposed.length === 0
      ? ''
      : `Other machines reach this too, without a password: ${exposed.join(', ')}. Keep only made-up data there.\n`;
  const lines = curlLines(baseUrl).map(([operation, line]) => `# ${operation}\n${line}\n`);
  const demo = hasDemoData
    ? `\nOne call of each operation, to paste into a shell:\n\n${lines.join('\n')}`
    : withoutDemo(demoWasWanted);
  return `${demo}\nConsent Register at ${baseUrl}, ${Object.keys(contract).length} operations\nReference page at ${baseUrl}/docs\n${endpoints}${open}\nConsole at ${baseUrl}/console\n${demoLogin}\nCtrl-C stops it.\n`;
};

const exitCode = await attempt(async () => {
  const options = readCommandLine(process.argv.slice(2));
  if (options === undefined) return;
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  let stop = async (): Promise<void> => {};
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // The handler stays: Ctrl-C arrives twice, from the terminal and from npm.
    process.on(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
  const service = await startService(readEnvironment(), options, (doing) => console.log(`${doing} …`));
  stop = service.stop;
  console.log(describeService(service, options.withDemo));
});
if (exitCode !== 0) process.exit(exitCode);
