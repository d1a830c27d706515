import { InvalidArgumentError } from '@commander-js/extra-typings';
import { attempt, CommandError } from '../cli/command-error.ts';
import { demoAccounts } from '../cli/local/demo.ts';
import { demoPassword } from '../cli/local/demo-password.ts';
import { startService } from './bench/load/service.ts';
import { describeProgram } from './bench/program-options.ts';
import { toTable } from './bench/report.ts';
import { generators } from './generators/all-generators.ts';
import type { Generator } from './generators/generator.ts';
import { later, startLaterVersion } from './generators/open-answers.ts';
import type { Attempt, Step } from './generators/try-generator.ts';
import { tryGenerator } from './generators/try-generator.ts';

const toGenerators = (text: string): readonly Generator[] => {
  const names = text.split(',');
  const unknown = names.find((name) => generators.every((generator) => generator.name !== name));
  if (unknown === undefined) return generators.filter(({ name }) => names.includes(name));
  throw new InvalidArgumentError(`There is no ${unknown}, but ${generators.map(({ name }) => name).join(', ')}.`);
};

const { only: wanted = generators } = describeProgram(
  'generators',
  'Lets generators make clients from the document that is for them, builds each and calls every operation with it, against the local service.',
)
  .option('--only <names>', 'the clients that are wanted, such as go,java; without it all', toGenerators)
  .parse()
  .opts();

const steps: readonly Step[] = ['generated', 'built', 'journey', 'open answers'];

const toRow = ({ generator, done, failed, lack }: Attempt): string[] => {
  const cells = steps.map((step) => (done.includes(step) ? 'yes' : step === failed?.step ? 'no' : '-'));
  return [generator.name, generator.title, generator.version, ...cells, lack === undefined ? '' : `skipped: ${lack}`];
};

const tryAll = async (service: string, laterVersion: string): Promise<Attempt[]> => {
  const login = { REGISTER_EMAIL: demoAccounts.demoShop.user.email, REGISTER_PASSWORD: demoPassword };
  const codes = { CHANNEL: 'web.form', PROBLEM_CODE: 'parameters.invalid', PARAMETER_CODE: 'unknown' };
  const laterCodes = { CHANNEL: later.channel, PROBLEM_CODE: later.problemCode, PARAMETER_CODE: later.parameterCode };
  const attempts: Attempt[] = [];
  for (const generator of wanted) {
    console.error(`${generator.name} ...`);
    const tried = await tryGenerator(
      generator,
      { ...login, REGISTER_URL: service, ...codes },
      { ...login, REGISTER_URL: laterVersion, ...laterCodes },
    );
    if (tried.failed) console.error(`${generator.name}, ${tried.failed.step}:\n${tried.failed.reason}\n`);
    attempts.push(tried);
  }
  return attempts;
};

process.exitCode = await attempt(async () => {
  const service = await startService();
  const laterVersion = await startLaterVersion(service.baseUrl);
  try {
    const attempts = await tryAll(service.baseUrl, laterVersion.baseUrl);
    console.info(toTable(['client', 'generator', 'version', ...steps, ''], attempts.map(toRow)));
    if (attempts.some(({ failed }) => failed)) throw new CommandError('Not every client works.', 'finding');
  } finally {
    laterVersion.stop();
    await service.stop();
  }
});
