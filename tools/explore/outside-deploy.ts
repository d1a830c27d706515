import { fail, readOptions, report, toTable } from '../program.ts';
import { startEmulator } from './outside-deploy/emulator.ts';
import {
  add,
  examine,
  getEvidence,
  login,
  makeAccount,
  makeSigningKey,
  publishAndVerify,
  revoke,
  search,
  toApi,
} from './outside-deploy/service.ts';
import type { Synthesis } from './outside-deploy/stack.ts';
import {
  askLackingTypes,
  bootstrap,
  deploy,
  destroy,
  readResources,
  readStatus,
  synthesise,
  takeProtectionOff,
  withTemplate,
} from './outside-deploy/stack.ts';
import type { StackTemplate } from './outside-deploy/transform.ts';
import {
  dropUnknownConditions,
  findLacking,
  giveMemory,
  leaveOut,
  nameSecretsByArn,
  pointAt,
} from './outside-deploy/transform.ts';

const options = readOptions(
  'explore outside-deploy',
  'Deploys a stage in MiniStack, an emulator of AWS that others wrote: bootstraps, creates, uses, updates and destroys it, with the commands that an operator types. Needs python3 with pip, and openssl; installs the emulator from PyPI into a temporary folder.',
  { python: ['a virtual environment with the emulator, made if it is not there', ''] },
);

const rows: [step: string, outcome: string][] = [];
const violations: string[] = [];

/** Takes a step and says what came of it. One that fails is a violation, and leads to undefined. */
const step = async <Result>(name: string, take: () => Promise<Result>, describe?: (result: Result) => string) => {
  process.stderr.write(`${name} ...\n`);
  try {
    const result = await take();
    rows.push([name, describe?.(result) ?? 'done']);
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    rows.push([name, `**failed**: ${reason.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 300)}`]);
    violations.push(`${name} failed: ${reason}`);
    process.stderr.write(`failed: ${reason}\n`);
    return undefined;
  }
};

const expect = (held: boolean, otherwise: string): void => {
  if (!held) throw new Error(otherwise);
};

process.stderr.write('Installing the emulator ...\n');
const emulator = await startEmulator(options.python === '' ? undefined : options.python);
const lacking: { types: ReadonlySet<string> } = { types: new Set() };
const leftOut = new Map<string, number>();

const adapt = (template: StackTemplate): StackTemplate =>
  [
    (given: StackTemplate) => leaveOut(given, lacking),
    (given: StackTemplate) => pointAt(given, emulator.url),
    nameSecretsByArn,
    dropUnknownConditions,
  ].reduce((given, change) => change(given), template);

process.stderr.write('Synthesising ...\n');
const synthesis = await synthesise(emulator);
lacking.types = await askLackingTypes(emulator, synthesis.template);
for (const id of findLacking(synthesis.template, lacking)) {
  const type = synthesis.template.Resources[id]?.Type ?? '';
  leftOut.set(type, (leftOut.get(type) ?? 0) + 1);
}
const first = await withTemplate(synthesis, 'first', adapt(synthesis.template));
const larger = await withTemplate(synthesis, 'larger', giveMemory(first.template, 640));

const deployAs = async (synthesis: Synthesis, status: string): Promise<void> => {
  const { code, output, errors } = await deploy(emulator, synthesis);
  const reached = await readStatus(emulator);
  expect(
    reached === status && (code === 0) === !status.includes('ROLLBACK'),
    `the stack is ${reached}, and CDK ended with ${code}: ${`${output}\n${errors}`
      .split('\n')
      .filter((line) => /fail|error/i.test(line))
      .slice(-4)
      .join(' ')}`,
  );
};

const count = Object.keys(first.template.Resources).length;
await step('`cdk bootstrap`', () => bootstrap(emulator, first));
await step(
  '`cdk deploy` of a new stage',
  () => deployAs(first, 'CREATE_COMPLETE'),
  () => `${count} resources`,
);
const resources = await readResources(emulator);
const find = (id: string): string => resources.get(id) ?? '';
const api = toApi(emulator, find('Api'));

await step('first signing key, by the deployed job', () => makeSigningKey(emulator, find('RotateSigningKeyFunction')));
await step('`setup`, `evidence add-key`, `notice publish`', () => makeAccount(emulator));
const token = (await step('`/login`', () => login(api))) ?? '';
const consent = (await step('`/consent-register/add`', () => add(api, token))) ?? '';

const searchFor = async (revoked: boolean): Promise<void> => {
  const found = await search(api, token);
  expect(
    found.length === 1 && found[0]?.id === consent && found[0].revoked === revoked,
    `found ${JSON.stringify(found)}`,
  );
};
await step('`/consent-register/search` finds it', () => searchFor(false));
await step('`/consent-register/evidence/get`', () => getEvidence(api, token, consent));
await step('`/consent-register/revoke`', () => revoke(api, token, consent));
await step('`/consent-register/search` finds it revoked', () => searchFor(true));
await step('checkpoint by the deployed job, `log verify`', () =>
  publishAndVerify(emulator, find('PublishCheckpointFunction')),
);

await step('`cdk deploy` of an update', () => deployAs(larger, 'UPDATE_COMPLETE'));
await step('`/consent-register/search` after the update', () => searchFor(true));
const findings =
  (await step(
    '`doctor`',
    () => examine(emulator),
    (wrong) => `finds wrong: ${wrong.map(({ check }) => check).join(', ') || 'nothing'}`,
  )) ?? [];

await step('`cdk destroy` of the protected stack, refused', async () => {
  expect((await destroy(emulator, larger)).code !== 0, 'it was destroyed');
});
await step('`cdk destroy` without the protection', async () => {
  await takeProtectionOff(emulator);
  const { code, output, errors } = await destroy(emulator, larger);
  expect(code === 0, `${output}\n${errors}`);
});
await emulator.stop();

report(`In MiniStack, each function under its own role, over its API Gateway, on its DynamoDB, KMS, Secrets Manager and S3:

${toTable(['step', 'outcome'], rows)}

What the emulator lacks, and the template leaves out:

${toTable(['type', 'resources'], [...leftOut])}

It also does not know the conditions of KMS on an encryption context and a signing algorithm, which the policies leave out. What \`doctor\` finds wrong is of the emulator:

${toTable(
  ['check', 'says'],
  findings.map(({ check, says }) => [check, says]),
)}`);
fail(violations);
