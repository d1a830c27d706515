import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, Installed } from './commands.ts';
import { check } from './commands.ts';
import { startService } from './service.ts';

const terms = { name: 'terms', validityDays: 0, notification: false, title: { eng: 'Terms' } };

/** A notice as somebody writes it, in two versions. */
const writeNotice = (folder: string, version: number): void => {
  mkdirSync(join(folder, 'terms'), { recursive: true });
  writeFileSync(join(folder, 'terms/notice.json'), JSON.stringify(terms));
  writeFileSync(join(folder, 'terms/eng.html'), `<p>You agree to version ${version} of our terms.</p>\n`);
};

const calls: readonly Call[] = [
  ['consent list', /There is no account yet/],
  [
    "setup --account 'My Shop' --user 'Ada Rossi' --email ada@shop.example --project corner-shop --generate-password",
    /password +\S{20,}/,
  ],
  [
    'setup --account Another --user Ada --email eva@shop.example --project another --generate-password',
    /already has 1 account/,
    4,
  ],
  ["consent import {exported} --source 'the other shop' --yes", /rejected +0/],
  ['consent list', /demo-shop/],
  ['notice preview terms --output terms.html', /terms\.html/],
  ['notice publish terms', /terms: published as version 1/],
];

const later: readonly Call[] = [
  ['notice publish terms --check', /Would be published: terms/, 6],
  ['notice publish terms', /terms: published as version 2/],
  ['notice diff terms 1 2', /^-.*version 1/m],
  ['evidence keys', /by KMS and the log/],
  // Imported versions of notices keep the times of their register (docs/log.md).
  ['log verify', /Found: backdated \d+\. /, 6],
  ['doctor', /accounts +ok/],
];

/**
 * Starts an empty service, sets it up, takes in what another one exported, and publishes a notice from files.
 *
 * @throws Error when a command fails
 */
export const exploreEmptyService = async (installed: Installed, exported: string): Promise<void> => {
  const service = await startService(installed, '--empty');
  try {
    for (const [version, some] of [calls, later].entries()) {
      writeNotice(installed.folder, version + 1);
      for (const [words, ...rest] of some) {
        const isLocal = !words.startsWith('notice preview');
        await check(service.installed, [`${words}${isLocal ? ' --local' : ''}`, ...rest], { exported });
      }
    }
  } finally {
    await service.stop();
  }
};
