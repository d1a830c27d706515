import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test, vi } from 'vitest';
import { program } from '../../cli/program.ts';
import manifest from '../../package.json' with { type: 'json' };
import { ended, runAdmin } from '../support/call/admin.ts';
import { run } from './command.ts';

test('the program prints its help, also without a command', async () => {
  const help = await runAdmin('--help');

  expect(help).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^Usage: consent-register /) });
  expect(await runAdmin()).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `${help.stdout}consent-register: A command is missing. --help lists them.\n`,
  });
});

test.each([
  ['noun', ['usr', 'list'], "unknown command 'usr'", 'user', ''],
  ['verb', ['user', 'lst'], "unknown command 'lst'", 'list', 'user '],
  ['option', ['user', 'list', '--acount', 'My Shop'], "unknown option '--acount'", '--account', 'user list '],
])('a typo, here in the %s, suggests the near one', async (_part, words, wrong, near, names) => {
  const usage = `${names}[options]${names === 'user list ' ? '' : ' [command]'}`;

  expect(await runAdmin(...words)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `consent-register: ${wrong}\n(Did you mean ${near}?)\nUsage: npm run admin -- ${usage}\nHelp:  npm run admin -- ${names}--help\n`,
  });
});

test('the version of the program is asked for before any command', async () => {
  const message = 'This command has no --version. `npm run admin -- --version` shows the version of the program.';

  expect(await runAdmin('-V')).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
  expect(await runAdmin('account', 'list', '--version')).toEqual(ended('usage', message));
});

const pathOf = (command: CommandUnknownOpts): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];

const findCommands = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
  command,
  ...command.commands.flatMap(findCommands),
];

/** Less the command of the library that completes, whose help is its own. */
const commands = findCommands(program).filter((command) => command.name() !== 'complete');

/** The words of lines, as a shell takes them apart. */
const splitLines = async (lines: readonly string[]): Promise<string[][]> => {
  const define = `consent-register() { printf '%s\\037' "$@"; echo; }`;
  const { stdout } = await run('bash', ['-c', [define, ...lines].join('\n')]);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\u001f').slice(0, -1));
};

test('every command has a help with an example that works', async () => {
  const names = commands.map((command) => pathOf(command).join(' '));
  expect(names).toEqual(expect.arrayContaining(['', 'setup', 'user', 'user end-session', 'operations list']));
  const lines: string[] = [];
  for (const command of commands) {
    const { exitCode, stdout, stderr } = await runAdmin(...pathOf(command), '--help');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${['consent-register', ...pathOf(command)].join(' ')} `);
    const [, , example = 'no example'] = /\nExample:\n( {2}npm .*\n)? {2}(npm .*)\n(?!\s*npm)/.exec(stdout) ?? [];
    lines.push(
      example.replace(/^npm run admin --/, 'consent-register').replace(/^npm start --/, 'consent-register start'),
    );
  }
  const examples = await splitLines(lines);
  expect(examples).toHaveLength(commands.length);
  let reached: string | undefined;
  for (const command of commands.filter(({ commands: verbs }) => verbs.length === 0)) {
    command.action(() => {
      reached = pathOf(command).join(' ');
    });
  }

  for (const [index, words] of examples.entries()) {
    reached = undefined;
    await program.parseAsync(words, { from: 'user' });
    expect(reached, words.join(' ')).toMatch(new RegExp(`^${names[index]}`));
  }
});

test.each([
  [['accou'], ['account']],
  [
    ['account', ''],
    ['create', 'list', 'show', 'rename', 'enable', 'disable'],
  ],
  [['user', 'create', '--gen'], ['--generate-password']],
])('a shell completes %j', async (words, candidates) => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});

  await runAdmin('complete', '--', ...words);

  expect(printed.mock.calls.flatMap(([line]) => /^(?!:)\S+/.exec(line)?.[0] ?? [])).toEqual(candidates);
});
