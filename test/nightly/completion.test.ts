import { symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../e2e/command.ts';
import { personalEnvironment } from '../e2e/environment.ts';
import { repository } from '../e2e/service.ts';
import { openTerminal } from '../e2e/terminal.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';

/** A folder with the program, as npm links it. */
const linked = newFolder();
symlinkSync(join(repository, 'cli/bin.js'), join(linked, 'consent-register'));

const path = [linked, dirname(process.execPath), personalEnvironment().PATH].join(delimiter);

/** What the package bash-completion does for a command line that ends with the cursor. */
const wordsByRef = `_get_comp_words_by_ref() { cur=\${COMP_WORDS[COMP_CWORD]}; words=("\${COMP_WORDS[@]}"); }`;

/** What bash offers for the words after the command. */
const complete = async (...words: readonly string[]): Promise<string[]> => {
  const script = `
    eval "$(consent-register complete bash)"
    ${wordsByRef}
    compopt() { :; }
    COMP_WORDS=(consent-register ${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length}
    $(complete -p consent-register | sed -E 's/.*-F ([^ ]+).*/\\1/')
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', script], { PATH: path });
  return stdout.split('\n').filter((line) => line !== '');
};

test('bash completes nouns, verbs and options', async () => {
  const [nouns, verbs, options] = await Promise.all([
    complete('accou'),
    complete('account', ''),
    complete('user', 'create', '--gen'),
  ]);

  expect(nouns).toEqual(['account']);
  expect(verbs).toEqual(['create', 'list', 'show', 'rename', 'enable', 'disable']);
  expect(options).toEqual(['--generate-password']);
});

test('zsh completes nouns, verbs and options', needsProgram('zsh'), async () => {
  const home = newFolder();
  const shell = openTerminal('zsh', ['-f'], { settings: { PATH: path, HOME: home, ZDOTDIR: home, PS1: 'ready> ' } });
  await shell.waitFor('ready> ');
  shell.type('autoload -U compinit && compinit -u && source <(consent-register complete zsh) && echo loa""ded\r');
  await shell.waitFor('loaded');
  for (const [typed, completed] of [
    ['accou', 'account '],
    ['account ren', 'account rename '],
    ['user create --gen', 'user create --generate-password '],
  ]) {
    shell.type(`consent-register ${typed}\t`);
    await shell.waitFor(`consent-register ${completed}`);
    shell.type('\u0015');
  }
});
