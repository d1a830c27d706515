import { beforeAll, describe, test } from 'vitest';
import { demoAccounts, demoPassword, provisionDemo } from '../../cli/local/demo.ts';
import { startGateway } from '../../cli/local/gateway.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import type { Generator } from '../../tools/generators/generators.ts';
import { clientDirectory, generators, runProgram } from '../../tools/generators/generators.ts';
import { later, startLaterVersion } from '../../tools/generators/open-answers.ts';
import { hasProgram, needs } from '../support/make/machine.ts';
import { useRealCost } from '../support/make/password.ts';
import { table } from '../support/make/table.ts';

const minutes = 15;

const port = await findFreePort();
const service = `http://127.0.0.1:${port}`;

beforeAll(async () => {
  useRealCost();
  await provisionDemo(table, new Date());
  const server = await startGateway(port, loadFunctions());
  return () => server.close();
});

/** What a journey reads from its environment. */
const surroundings = (baseUrl: string, person: string) => ({
  REGISTER_URL: baseUrl,
  REGISTER_EMAIL: demoAccounts.demoShop.user.email,
  REGISTER_PASSWORD: demoPassword,
  PERSON: `${person}@example.com`,
});

const today = { CHANNEL: 'web.form', PROBLEM_CODE: 'parameters.invalid', PARAMETER_CODE: 'unknown' };
const inFuture = { CHANNEL: later.channel, PROBLEM_CODE: later.problemCode, PARAMETER_CODE: later.parameterCode };

const needsPrograms = ({ needed }: Generator) => {
  const missing = needed.filter(([program, ...probe]) => !hasProgram(program, probe)).map(([program]) => program);
  return needs(missing.join(', '), missing.length === 0);
};

/** Every operation, with a client made of the document for generators: as the service answers today, and as a later version may. */
describe('a generated client is built and calls every operation', () => {
  for (const generator of generators) {
    const { name, title, generate, build, journey } = generator;
    const needed = { ...needsPrograms(generator), timeout: minutes * 60_000 };
    test(title, needed, async ({ onTestFinished }) => {
      const directory = await clientDirectory(name);
      await generate(directory);
      await build(directory);
      await runProgram(journey, directory, { ...surroundings(service, name), ...today });

      const laterVersion = await startLaterVersion(service);
      onTestFinished(laterVersion.stop);
      await runProgram(journey, directory, { ...surroundings(laterVersion.baseUrl, `later.${name}`), ...inFuture });
    });
  }
});
