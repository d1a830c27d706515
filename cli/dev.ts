import { inspect } from 'node:util';
import { contract } from '../shared/contract.ts';
import { curlLines } from './local/curl-lines.ts';
import { demoAccounts, demoPassword } from './local/demo.ts';
import { readEnvironment } from './local/environment.ts';
import type { LocalService } from './local/service.ts';
import { startService } from './local/service.ts';
import { runCommand } from './stop.ts';

const describeService = ({ baseUrl, hasDemoData, stores }: LocalService): string => {
  const endpoints = [...stores].map(([name, endpoint]) => `${name} at ${endpoint}\n`).join('');
  const lines = Object.entries(curlLines(baseUrl)).map(([operation, line]) => `# ${operation}\n${line}\n`);
  const demo = hasDemoData
    ? `Demo login: ${demoAccounts.demoShop.user.email} / ${demoPassword}\n\nOne call of each operation, to paste into a shell:\n\n${lines.join('\n')}`
    : 'The table holds data of its own, so no demo data was made.\n';
  return `\nConsent Register at ${baseUrl}, ${Object.keys(contract).length} operations\n${endpoints}${demo}\nCtrl-C stops it.\n`;
};

await runCommand(async () => {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  let stop = async (): Promise<void> => {};
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Stays in place: Ctrl-C comes twice, from the terminal and from npm.
    process.on(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
  const service = await startService(readEnvironment());
  stop = service.stop;
  console.log(describeService(service));
});
