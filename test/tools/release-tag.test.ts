import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/folder.ts';
import { hasProgram, needs } from '../support/needs.ts';

const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
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
