import { inspect } from 'node:util';
import { callOf } from '../../shared/calls.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { Step } from '../openapi/flow.ts';
import { mainSteps } from '../openapi/flow.ts';
import { toRows } from '../openapi/form-rows.ts';
import { quoteForShell } from '../printing/format.ts';
import { demoAccounts, demoPassword } from './demo.ts';
import { readEnvironment } from './environment.ts';
import type { LocalService, StartOptions } from './service.ts';
import { startService } from './service.ts';

/** For commands in another terminal, which assume the standard port. */
const portSetting = process.env.PORT === undefined ? '' : `PORT=${process.env.PORT} `;

const withoutDemo = (wasWanted: boolean): string =>
  wasWanted
    ? 'The table already has data, so no demo data was created.\n'
    : `No demo data. Create the first account, user and project in another terminal: ${portSetting}${callOf('setup --local')}\n`;

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

/** Shell text that expands to one member of a JSON answer. */
const takeMember = (command: string, name: string): string => `$(${command} | sed -E 's/.*"${name}":"([^"]+)".*/\\1/')`;

const toOption = (name: string, value: string): string =>
  /^[\w.@:/-]*$/.test(`${name}${value}`)
    ? `-d ${name}=${value}`
    : `--data-urlencode ${quoteForShell(`${name}=${value}`)}`;

/** The user who changes the password: one whom no other line logs in. */
const { email: changingUser } = demoAccounts.newShop.user;

const lineOf = ({ operation, request, takes = {} }: Step, baseUrl: string): string => {
  const { access, path } = contract[operation];
  const taken = (name: string): string | undefined => {
    const source = mainSteps.find(({ keeps }) => keeps?.includes(name));
    const step =
      operation === 'changePassword' && source
        ? { ...source, request: { ...source.request, email: changingUser } }
        : source;
    return step && takeMember(lineOf(step, baseUrl), name);
  };
  const fields = toRows(request).map(({ name, value }) => {
    const text = takes[name] === undefined ? undefined : taken(takes[name]);
    return text === undefined ? toOption(name, value) : `-d "${name}=${text}"`;
  });
  return [
    `curl -sS -w "\\n" ${baseUrl}${path}`,
    ...(fields.length === 0 ? ['-X POST'] : []),
    ...(access === 'anyone' ? [] : [`-H "Authorization: Bearer ${taken('access_token')}"`]),
    ...fields,
  ].join(' ');
};

/** One curl line for each operation. Each works when pasted alone: it first gets the tokens and ids that it needs. */
const curlLines = (baseUrl: string): readonly (readonly [operation: OperationName, line: string])[] =>
  mainSteps.map((step) => [step.operation, lineOf(step, baseUrl)]);

/**
 * Runs the local service until Ctrl-C, which ends the process.
 *
 * @throws CommandError when it cannot start
 */
export const runService = async (options: StartOptions): Promise<void> => {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  let stop = async (): Promise<void> => {};
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // The handler stays: Ctrl-C arrives twice, from the terminal and from npm.
    process.on(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
  const environment = readEnvironment();
  const service = await startService(environment, options, (doing) => console.log(`${doing} …`));
  stop = service.stop;
  console.log(describeService(service, options.withDemo));
};
