import { expect, test } from 'vitest';
import { ended, runAdmin } from '../support/call/admin.ts';

test.each([
  [['start', '--port', '4000'], '--port'],
  [['--stage', 'prod', 'start', '--empty'], '--stage'],
  [['start', '--local'], '--local'],
])('%j: the local service is of no stage, and takes no option that says which', async (words, option) => {
  expect(await runAdmin(...words)).toEqual(
    ended('usage', `start takes no ${option}. Its variables, such as PORT, are in its --help.`),
  );
});

test('the help of start has no options of other commands', async () => {
  expect((await runAdmin('start', '--help')).stdout).not.toContain('Where:');
});

test.each([
  [['export'], 'consent export or person export'],
  [['exprt'], 'consent export or person export'],
  [['import'], 'consent import'],
  [['person', 'import'], 'consent import'],
  [['erasure', 'request'], 'requests'],
  [['acount', 'list'], 'account'],
  [['list'], 'account list, or the like of another noun'],
])(
  'a command that lacks its noun, or is typed wrong, is answered with those that it may be: %j',
  async (words, meant) => {
    const { exitCode, stderr } = await runAdmin(...words);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^consent-register: unknown command /);
    expect(stderr).toContain(`\n(Did you mean ${meant}?)\n`);
  },
);

test('a verb that a noun lacks is answered with those that it has', async () => {
  expect((await runAdmin('notice', 'create')).stderr).toContain(
    '\nnotice has: publish, list, show, history, diff, preview, retire.\nUsage: npm run admin -- notice [options] [command]\n',
  );
});

test('a word like no command gets no guess', async () => {
  expect((await runAdmin('zzzzzz')).stderr).toBe(
    "consent-register: unknown command 'zzzzzz'\nUsage: npm run admin -- [options] [command]\nHelp:  npm run admin -- --help\n",
  );
});

test.each([
  [['account', 'create', '--local'], "missing required argument 'name'", '[options] <name>'],
  [
    ['account', 'create', 'a', '--stag', 'prod'],
    "unknown option '--stag'\n(Did you mean --stage?)",
    '[options] <name>',
  ],
  [
    ['account', 'create', 'a', 'b'],
    "too many arguments for 'create'. Expected 1 argument but got 2: a, b.",
    '[options] <name>',
  ],
  [
    ['consent', 'export', '--out', 'copy'],
    'This command has no --out. Give the folder without it.',
    '[options] <folder>',
  ],
  [['consent', 'list', '--limit'], "option '--limit <number>' argument missing", '[options]'],
])('%j: words that are wrong are answered with the usage, and the line of the help', async (words, wrong, usage) => {
  const names = words.slice(0, 2).join(' ');

  expect(await runAdmin(...words)).toEqual(
    ended('usage', `${wrong}\nUsage: npm run admin -- ${names} ${usage}\nHelp:  npm run admin -- ${names} --help`),
  );
});

test('the help of a group has its commands, then an example for each place, then the options of all commands', async () => {
  const { stdout } = await runAdmin('erasure', '--help');

  expect(stdout.match(/^\w+:/gm)).toEqual(['Usage:', 'Erasures:', 'Commands:', 'Example:', 'Where:', 'Output:']);
  expect(stdout).toContain('\n  npm run admin -- erasure list --local\n  npm run admin -- erasure list --stage prod\n');
});

test('the help of the program ends with the options of all commands', async () => {
  const { stdout } = await runAdmin('--help');

  const headings = stdout.match(/^\w.*:$/gm) ?? [];
  expect(headings.slice(-2)).toEqual(['Example:', 'Options:']);
  for (const [option] of stdout.matchAll(/^ {2}(--\w[\w-]*)/gm)) expect(stdout.split('Options:')[1]).toContain(option);
});
