import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { commandIn, installInto, must } from './folders.ts';

/** The program of the README that records a first consent. */
const readFirst = (port: number): string => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, program = ''] = /```js\n(const url = .*?)```/s.exec(readme) ?? [];
  return program.replace(':3000', `:${port}`);
};

/** Operators' commands, each with what it prints. */
const commands: readonly (readonly [words: string, prints: RegExp])[] = [
  ['doctor', /erasures table +ok/],
  ['account list', /Demo Shop/],
  ['project list --account DEMO', /demo-shop/],
  ['user list --account DEMO', /demo@example\.com/],
  ['notice list --account DEMO', /newsletter/i],
  ['person show email=ada@example.com --account DEMO', /ada@example\.com/],
  ['report --by notice --account DEMO', /newsletter/i],
  ['key list', /signs/],
  ['evidence keys', /thumbprint/],
  ['erasure list --account DEMO', /^/],
  ['log list', /^/],
  ['log verify', /^/],
  ['consent export exported --account DEMO', /^/],
];

const seconds = (since: number): number => Math.round((performance.now() - since) / 1_000);

/**
 * Starts the service from an empty cache, records the README's first consent, and runs operators' commands on it.
 *
 * @throws Error when the consent takes longer than two minutes, or a command fails
 */
export const exploreLocalService = async (packed: string): Promise<string> => {
  const begun = performance.now();
  const folder = await installInto(packed);
  const port = await findFreePort();
  const more = { PORT: String(port), XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'consent-register-cache-')) };
  const env = { ...process.env, ...more };
  const service = spawn(process.execPath, [commandIn(folder), 'start', '--install'], { cwd: folder, env });
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(service, 'exit').then(() => {
    throw new Error(`the service ended: ${said}`);
  });
  ended.catch(() => {});
  const ready = (async () => {
    while (!said.includes('Ctrl-C stops it.')) await new Promise((resolve) => setTimeout(resolve, 200));
  })();
  try {
    await Promise.race([ready, ended]);
    writeFileSync(join(folder, 'first.mjs'), readFirst(port));
    await must(folder, process.execPath, ['first.mjs']);
    const first = seconds(begun);
    if (first > 120) throw new Error(`the first consent took ${first} s`);
    for (const [text, prints] of commands) {
      const words = text.split(' ').map((word) => (word === 'DEMO' ? 'Demo Shop' : word));
      const output = await must(folder, process.execPath, [commandIn(folder), ...words, '--local'], more);
      if (!prints.test(output)) throw new Error(`${text} does not print ${prints}: ${output}`);
    }
    return `the first consent after ${first} s from an empty cache, then ${commands.length} commands`;
  } finally {
    service.kill('SIGINT');
  }
};
