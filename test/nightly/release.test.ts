import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDocuments } from '../../build/documents.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { nameArchive } from '../../infra/code.ts';
import { writeTemplate } from '../../infra/template.ts';
import manifest from '../../package.json' with { type: 'json' };
import { renderEvidencePage } from '../../pages/files/evidence-page.ts';
import type { Packed } from '../../tools/release/packing.ts';
import { makePackage, pack, packageFolder } from '../../tools/release/packing.ts';
import { makeTemplate, packTemplate, templateName } from '../../tools/release/template.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { needs, needsProgram, newFolder } from '../support/make/machine.ts';

const packed: { first?: Packed; digest?: string } = {};

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [join(packageFolder, 'cli/bin.js'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: newFolder() },
  });

beforeAll(async () => {
  await makePackage();
  packed.first = pack();
  packed.digest = digestOf(packed.first.file);
}, 600_000);

test('the package is small, and the same bytes whenever it is packed', { timeout: 600_000 }, async () => {
  await makePackage();
  const { file, size } = pack();

  expect(digestOf(file)).toBe(packed.digest);
  expect(size).toBeLessThanOrEqual(12_000_000);
  expect(size).toBe(statSync(file).size);
});

test('the commands run, and write what those of the clone write', async () => {
  const page = join(newFolder(), 'verify.html');
  run('evidence', 'page', '--out', page);

  expect(run('--help')).toContain('doctor');
  expect(readFileSync(page, 'utf8')).toBe(await renderEvidencePage());
});

test('the local service starts, with every function', { timeout: 120_000 }, async () => {
  const port = await findFreePort();
  const service = spawn(process.execPath, [join(packageFolder, 'cli/bin.js'), 'start'], {
    env: personalEnvironment({ PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(service, 'close');
  onTestFinished(async () => {
    service.kill('SIGINT');
    await ended;
  });
  let written = '';
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });

  await expect.poll(() => written, { timeout: 60_000 }).toContain('Ctrl-C stops it.');

  const [link = ''] = /http:\S+\/p\/\S+/.exec(written) ?? [];
  expect((await fetch(link)).status).toBe(200);
});

test('everything that the manifest names is there, and NOTICE names what is in bundles', () => {
  const read = (path: string): string => readFileSync(join(packageFolder, path), 'utf8');
  const { bin, exports } = JSON.parse(read('package.json'));
  const named = [...Object.values(bin), ...Object.values(exports['.'])].map(String);
  const notice = read('NOTICE');

  const documents = [...makeDocuments().keys()].map((path) => `docs/${path}`);

  expect([...named, ...documents].filter((path) => !existsSync(join(packageFolder, path)))).toEqual([]);
  for (const name of ['preact', 'valibot', '@aws-sdk/client-dynamodb', '@middy/util', '@scalar/fastify-api-reference'])
    expect(notice).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

const linter = 'cfn-lint';

/** A function depends on its role in two ways, which CDK writes for all stages. */
const known = 'W3005';

describe('the template that the package makes', () => {
  test('is the one that the clone makes, with the code of each function that it names', async () => {
    const files = await makeTemplate();
    const template = Buffer.from(files.get(templateName) ?? []).toString();
    const named = [...template.matchAll(/"(\w+-[0-9a-f]{16}\.zip)"/g)].map(([, name]) => name);

    expect(template).toBe(writeTemplate(manifest.version));
    expect([...files.keys()].sort()).toEqual([...named, templateName].sort());
    const login = unzipSync(files.get(nameArchive('login')) ?? new Uint8Array());
    expect(Object.keys(login)).toEqual(['index.mjs']);
    expect(Buffer.from(login['index.mjs'] ?? []).toString()).toBe(
      readFileSync(join(packageFolder, 'dist/functions/login/index.mjs'), 'utf8'),
    );
  });

  test('it is packed into one small file, with the same bytes each time', async () => {
    const first = await packTemplate(newFolder());
    const second = await packTemplate(newFolder());

    expect(Object.keys(unzipSync(readFileSync(first)))).toEqual([...(await makeTemplate()).keys()]);
    expect(statSync(first).size).toBeLessThan(4_000_000);
    expect(digestOf(second)).toBe(digestOf(first));
  });

  test('cfn-lint finds nothing in it', needsProgram(linter), async () => {
    const file = join(newFolder(), templateName);
    writeFileSync(file, (await makeTemplate()).get(templateName) ?? '');
    const words = ['--ignore-checks', known, '--regions', 'eu-west-1', 'eu-south-1', 'us-east-1', '--', file];

    expect(execFileSync(linter, words, { encoding: 'utf8' })).toBe('');
  });
});

const root = join(import.meta.dirname, '../..');

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a line as a person types it in a folder, without AWS. */
const type = async (folder: string, line: string): Promise<Said> => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|AWS_|CONSENT_REGISTER)/.test(name));
  const offline = { AWS_EC2_METADATA_DISABLED: 'true', AWS_CONFIG_FILE: '/dev/null', HOME: newFolder() };
  const env = { ...Object.fromEntries(own), ...offline, npm_config_update_notifier: 'false' };
  try {
    return { code: 0, ...(await promisify(execFile)('sh', ['-c', line], { cwd: folder, env })) };
  } catch (error) {
    return error as Error & Said;
  }
};

const synth = (folder: string, words: string): Promise<Said> =>
  type(folder, `npx --no-install cdk synth --no-notices --quiet ${words}`);

const readTemplate = (folder: string, stage: string) =>
  JSON.parse(readFileSync(join(folder, `ConsentRegister-${stage}.template.json`), 'utf8'));

const place = (stage: string, region: string) => `Stage ${stage} in ${region}, the AWS account of your credentials.\n`;

test('in a clone, CDK makes the template of a stage by its file', async () => {
  const out = newFolder();

  expect(await synth(root, `-c stage=example --output ${out}`)).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Stage example in eu-south-1, AWS account 111122223333.\n',
  });
  expect(Object.keys(readTemplate(out, 'example').Outputs)).toContain('ConsoleUrl');
});

test('in a clone, CDK ends with what is wrong, and writes no template', async () => {
  const { code, stderr } = await synth(root, `-c stage=prod-of-nobody --output ${newFolder()}`);

  expect(code).toBe(1);
  expect(stderr).toMatch(/^Option stage names prod-of-nobody, which has no file stages\/prod-of-nobody\.json\. /);
});

/** Whether the registry of npm answers. */
const hasNetwork = (): boolean =>
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { stdio: 'ignore' }).status === 0;

describe('in an empty folder with the packed package', needs('registry of npm', hasNetwork()), () => {
  const folder = newFolder();
  const install = 'npm install --no-audit --no-fund --loglevel=error';
  const options = '--region eu-west-1 --alarm-email operations@shop.example --anchor-retention-days 3653';

  beforeAll(async () => {
    expect(await type(folder, `${install} ${packed.first?.file}`)).toMatchObject({ code: 0 });
  }, 600_000);

  test('init, npm install and cdk synth make the template that the clone makes', { timeout: 600_000 }, async () => {
    const { code, stdout, stderr } = await type(
      folder,
      `npx --no-install consent-register init --stage prod ${options}`,
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'wrote  package.json, cdk.json, stages/prod.json\n' });
    expect(stderr.split('\n').slice(1, 8)).toEqual([
      '  npm install',
      '  npx cdk bootstrap -c stage=prod',
      '  npx cdk diff -c stage=prod',
      '  npx cdk deploy -c stage=prod --no-rollback',
      '  npx consent-register setup --stage prod',
      '  npx consent-register evidence add-key --stage prod',
      '  npx consent-register doctor --stage prod',
    ]);

    expect(await type(folder, install)).toMatchObject({ code: 0 });
    expect(await synth(folder, '-c stage=prod')).toEqual({ code: 0, stdout: '', stderr: place('prod', 'eu-west-1') });

    const [name, out] = ['dev-of-synth', newFolder()];
    const given = JSON.parse(readFileSync(join(folder, 'stages/prod.json'), 'utf8'));
    writeFileSync(join(folder, `stages/${name}.json`), JSON.stringify(given));
    const words = Object.entries(given).map(([option, value]) => `-c ${option}=${value}`);
    await synth(root, `-c stage=${name} ${words.join(' ')} --output ${out}`);
    expect(await synth(folder, `-c stage=${name}`)).toMatchObject({ code: 0 });
    expect(readTemplate(join(folder, 'cdk.out'), name)).toEqual(readTemplate(out, name));
  });

  test('CDK ends with what is wrong with a stage, and where its file is', async () => {
    const { code, stderr } = await synth(folder, '-c stage=prod -c region=Ireland');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Option region must be an AWS region such as eu-west-1\. .* stages\/prod\.json\.\n/);
  });
});
