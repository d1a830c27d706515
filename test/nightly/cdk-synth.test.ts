import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePackage, pack } from '../../tools/release/packing.ts';
import { needs, newFolder } from '../support/make/machine.ts';

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
    await makePackage();
    const { file } = pack(newFolder());
    expect(await type(folder, `${install} ${file}`)).toMatchObject({ code: 0 });
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
