import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasProgram, needs, newFolder } from '../support/make/machine.ts';

const readWorkflow = (name: string): string => readFileSync(`.github/workflows/${name}.yml`, 'utf8');
const workflow = readWorkflow('release');
const [, lines = ''] = /- name: Check that the tag is signed.*?run: \|\n(.*?)\n\n/s.exec(workflow) ?? [];
const step = lines.replaceAll(/^ {10}/gm, '');

const signing = needs('ssh-keygen or jq', hasProgram('sh', ['-c', 'command -v ssh-keygen && command -v jq']));

const folder = newFolder();
const [origin, work, key] = ['origin', 'work', 'key'].map((name) => join(folder, name)) as [string, string, string];

const git = (place: string, ...words: readonly string[]): string => {
  const settings = ['user.name=A', 'user.email=a@shop.example', 'gpg.format=ssh', `user.signingkey=${key}`];
  const given = settings.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...given, ...words], { cwd: place, encoding: 'utf8', stdio: 'pipe' }).trim();
};

const commitVersion = (version: string): void => {
  writeFileSync(join(work, 'package.json'), JSON.stringify({ version }));
  git(work, 'add', '.');
  git(work, 'commit', '--quiet', '-m', version);
};

/** Whether the workflow accepts the tag that the origin has by now, in a checkout of what the name meant before. */
const isAccepted = (name: string, meanwhile: () => void = () => {}): boolean => {
  const checkout = newFolder();
  git(checkout, 'clone', '--quiet', origin, '.');
  git(checkout, 'checkout', '--quiet', name);
  const env = {
    ...process.env,
    GITHUB_REF_NAME: name,
    GITHUB_SHA: git(checkout, 'rev-parse', 'HEAD'),
    KEYS: `a@shop.example ${readFileSync(`${key}.pub`, 'utf8')}`,
    RUNNER_TEMP: newFolder(),
  };
  meanwhile();
  return (
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step], { cwd: checkout, env }).status === 0
  );
};

test('a release is made of a tag that is signed by this name, of this commit', signing, () => {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin);
  git(folder, 'init', '--quiet', '--initial-branch=main', work);
  git(work, 'remote', 'add', 'origin', origin);
  commitVersion('0.1.0');
  git(work, 'tag', '-s', 'v0.1.0', '-m', 'signed');
  commitVersion('0.2.0');
  git(work, 'tag', 'v0.2.0');
  git(work, 'tag', '-s', 'candidate', '-m', 'signed');
  git(work, 'push', '--quiet', 'origin', 'main', '--tags');
  const move = (from: string) => () =>
    git(work, 'push', '--quiet', '--force', 'origin', `refs/tags/${from}:refs/tags/v0.2.0`);

  expect(isAccepted('v0.1.0')).toBe(true);
  expect(isAccepted('v0.2.0')).toBe(false);
  expect(isAccepted('v0.2.0', move('v0.1.0'))).toBe(false);
  move('candidate')();
  expect(isAccepted('v0.2.0')).toBe(false);
  git(work, 'tag', '--force', '-s', 'v0.2.0', '-m', 'signed');
  move('v0.2.0')();
  expect(isAccepted('v0.2.0')).toBe(true);
});

/** The jobs of a workflow by their names, and what stands before them. */
const readJobs = (text: string) => {
  const [head = '', body = ''] = text.split('\njobs:\n');
  const jobs = body.split(/^ {2}(?=\w+:$)/m).filter((job) => /^\w+:\n/.test(job));
  return { head, jobs: new Map(jobs.map((job) => [job.slice(0, job.indexOf(':')), job])) };
};

const namesWith = (jobs: ReadonlyMap<string, string>, part: RegExp): string[] =>
  [...jobs].filter(([, job]) => part.test(job)).map(([name]) => name);

test('the keys of releases and what publishes are inside the protected environment, and one job has a token of identity', () => {
  const { head, jobs } = readJobs(workflow);
  const isProtected = / {4}environment: release$/m;

  expect([...jobs.keys()]).toEqual(['check', 'make', 'publish', 'github']);
  expect(head).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  expect(namesWith(jobs, isProtected)).toEqual(['check', 'publish']);
  expect(namesWith(jobs, /vars\.|secrets\./)).toEqual(['check']);
  expect(namesWith(jobs, /id-token: write/)).toEqual(['publish']);
  expect(namesWith(jobs, /npm publish|pypi-publish|attest-build/)).toEqual(['publish']);
  for (const name of ['gate', 'nightly', 'deploy-test'])
    expect(readJobs(readWorkflow(name)).head).not.toContain('id-token');
});

/** What a step of the workflow that deploys gives to a program of this name. */
const wordsFor = (step: string, program: string, env: NodeJS.ProcessEnv): string[][] => {
  const text =
    readWorkflow('deploy-test').match(new RegExp(`- name: ${step}\\n.*?run: \\|\\n(.*?)\\n\\n`, 's'))?.[1] ?? '';
  const said = join(newFolder(), 'said');
  const stand = `${program}() { printf '%s\\0' "$@" >> ${said}; printf '\\n' >> ${said}; }\nnpm() { :; }\n`;
  const run = spawnSync('bash', ['-c', stand + text.replaceAll(/^ {10}/gm, '')], {
    env: { ...process.env, RECORDS: newFolder(), ...env },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return readFileSync(said, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\0').slice(0, -1));
};

test.each(['Deploy', 'Update'])(
  'in the step %s of the workflow that deploys, a region is one word and no option',
  (step) => {
    const env = { CONSENT_REGISTER_STAGE: 'dev-t-1', AWS_REGION: 'eu-west-1 --role-arn *', ACCOUNT: '123456789012' };
    const [words = []] = wordsFor(step, 'npx', env);

    expect(words.slice(0, 8)).toEqual([
      ...['cdk', 'deploy', '-c', 'stage=dev-t-1', '-c', 'region=eu-west-1 --role-arn *', '-c', 'account=123456789012'],
    ]);
  },
);

test('no step of the workflow that deploys takes the context of CDK apart', () => {
  const calls = readWorkflow('deploy-test').match(/cdk (?:deploy|destroy) .*/g) ?? [];

  expect(calls).toHaveLength(4);
  expect(calls.filter((call) => !/^cdk \w+ "\$\{CONTEXT\[@\]\}" /.test(call))).toEqual([]);
});
