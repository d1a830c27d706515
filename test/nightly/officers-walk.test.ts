import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/errors.ts';
import { run } from '../e2e/command.ts';
import { repository, startServiceOnSharedEngine } from '../e2e/service.ts';
import { newFolder } from '../support/make/machine.ts';

const page = await readFile(join(repository, 'docs/officers.md'), 'utf8');

const shellLinesOf = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]+?)```/g)].flatMap(([, block = '']) => block.trimEnd().split('\n'));

/** The shell lines of the page. Nobody answers questions here. */
const lines = shellLinesOf(page).map((line) =>
  /person erase (?!.*--(?:check|yes))/.test(line) ? `${line} --yes` : line,
);

/** Whole commands within the text and its tables. */
const named = [...page.matchAll(/`(register [^`]+ [^`]+)`/g)]
  .map(([, command = '']) => command)
  .filter((command) => command !== 'register consent show');

const id = /[0-9a-f]{32}/;

/** What the demo data answers, on whatever day: each command of the page has to be here. */
const answers: Readonly<Record<string, RegExp>> = {
  'person show email=ada@example.com':
    /newsletter +in force[\s\S]+ given +newsletter[\s\S]+ revoked +newsletter[\s\S]+superseded by version 2/,
  'person show email=ada@example.com --at 2026-03-03T12:00': /2026-03-03 12:00:59/,
  'person show customer_number=C-1042': /customer_number +C-1042 +1\n/,
  "person show 'phone=+44 20 7946 0123'": /^Careful: these consents have different values of .*first_name/,
  'person export email=ada@example.com --check': /^Would be exported: 4 consents, given from [\s\S]+ Italiano \(ita\)/,
  'person export email=ada@example.com --out ada':
    /^Written: 4 consents[\s\S]+ada\/index\.html [\s\S]+SHA-256[\s\S]+: [0-9a-f]{64}\n$/,
  'consent show "$ID"':
    /^Not in force: revoked on [\s\S]+PID 2[\s\S]+Ada[\s\S]+text ita:[\s\S]+Proof, as the site gave it\n +url: /,
  'consent show "$ID" --at 2026-03-03': /^.+ on 2026-03-03[:,].+\nNow: not in force: revoked on /,
  'evidence show "$ID" --out evidence.html':
    /^Not in force: revoked on [\s\S]+\nfile +evidence\.html\nSHA-256 +[0-9a-f]{64}\n$/,
  'evidence show "$ID" --at 2026-03-03 --out evidence.json': /^.+ on 2026-03-03[\s\S]+\nSHA-256 +[0-9a-f]{64}\n$/,
  'evidence keys --out keys.json': /^key +stage [\s\S]+ local /,
  'evidence page --out verify.html': /verify\.html/,
  'evidence verify evidence.json --key keys.json': /\nVALID\. Signed with a key in keys\.json,/,
  'person erase customer_number=C-1042 --check':
    /^Consents\nnotice [\s\S]+customer_number +C-1042 +1\n[\s\S]+To be erased: 1 consent/,
  "person erase customer_number=C-1042 --reference DSR-2026/114 --reason 'letter of 20 November' --yes":
    /^Erased on .+: 1 consent\.\nErasure .+\nNext: /,
  'person erase --requests --check': /^No request to erase consents is open\.\n$/,
  'person erase --requests --yes': /^No request to erase consents is open\.\n$/,
  'person erased DSR-2026/114': /^Yes: 1 consent erased for this reference\.\n/,
  'report --by lang': /^lang .+\ndeu [\s\S]+\nita +12 +/,
  'report --by notice --from 2026-10 --until 2026-10': /^notice +given +revoked /,
  'report --by month,notice --from 2026-01 --html report.html': /^month +notice +given /,
  'report --by notice,project': /\nprivacy +demo-shop +11 +1 +0 +5 +0 +5\n/,
  'consent list --notice privacy --version 1': /^id .+(?:\n.+ privacy +1 .+){5}\n$/,
  'consent list --state revoked': /^id .+ since\n(?:.+ revoked .+\n){5}$/,
  'consent list --state active --notice newsletter --csv > consents.csv': /^$/,
  'consent list --from 2026-11-20 --csv': /^\ufeff?id,given,/,
  'consent due --reason language': /diego@example\.com[\s\S]+irina@example\.com[\s\S]+olena@example\.com/,
  'consent purge --check': /^$/,
  "consent purge --reason 'retention, November'": /^$/,
  'consent due --days 60': / superseded [\s\S]* language /,
  'consent due --days 60 --csv > ask-again.csv': /^$/,
  'notice list': /privacy +2 [\s\S]+newsletter +1 /,
  'notice history privacy': /\n1 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d{4}-\d\d-\d\d .+\n2 /,
  'notice diff privacy 1 2': /\n\+askAgain: true\n/,
  'notice show newsletter --html newsletter.html': /text deu:\n/,
  'access-log list': /^$/,
  'access-log list --user 2 --from 2026-11': /^$/,
  'access-log list --consent "$ID" --json': /^\[\]\n$/,
  'user list': /Demo User +demo@example\.com +editor/,
  'operations list': / start .+ notice=privacy .+ demo data/,
};

const written = [
  'ada',
  'ask-again.csv',
  'consents.csv',
  'evidence.html',
  'evidence.json',
  'keys.json',
  'newsletter.html',
  'report.html',
  'verify.html',
];

/** A check that finds something is no failure of the walk. */
const orFinding = (line: string): string => `${line} || [ $? -eq ${exitCodes.finding} ]`;

/** Runs the lines in one shell. What each command of the register printed, by the command. */
const type = async (typed: readonly string[], directory: string, port: number) => {
  const program = ['set -eu', `cd '${directory}'`]
    .concat(
      typed.flatMap((line) =>
        line.startsWith('register ')
          ? [
              `printf '\\036%s\\037' '${line.replaceAll("'", "'\\''")}'`,
              line.includes(' --check') ? orFinding(line) : line,
            ]
          : [line],
      ),
    )
    .join('\n')
    .replaceAll('npx consent-register', `'${process.execPath}' ${join(repository, 'cli/bin.js')}`);
  const { exitCode, stdout, stderr } = await run('bash', ['-c', program], { PORT: String(port) });
  const parts = stdout
    .split('\u001e')
    .slice(1)
    .map((part) => part.replace('register ', '').split('\u001f'));
  return { exitCode, stderr, printed: new Map(parts.map(([command = '', answer = '']) => [command, answer])) };
};

test('an officer gets every answer of the page from the demo data', { timeout: 240_000 }, async () => {
  const service = await startServiceOnSharedEngine();
  const directory = newFolder();

  const isAboutErasure = (line: string): boolean => /person erased? /.test(line);
  const [erasing, asking] = [
    lines.filter(isAboutErasure),
    [...lines, ...named].filter((line) => !isAboutErasure(line)),
  ];
  const { exitCode, stderr, printed } = await type([...asking, ...erasing], directory, service.port);

  const files = await readdir(directory);
  const signed = await readFile(join(directory, 'evidence.json'), 'utf8').catch(() => '');
  await service.stop();
  expect([exitCode, stderr.replaceAll(/^On the local service.*\n/gm, '')]).toEqual([0, expect.any(String)]);
  expect([...printed.keys()].sort()).toEqual(Object.keys(answers).sort());
  for (const [command, answer] of printed) expect(answer, command).toMatch(answers[command] ?? /$^/);
  expect(stderr).toContain('\nNo entry fits. Entries are kept while the stage has the option `accessLog`');
  expect(files.sort()).toEqual(written);
  expect(signed).toMatch(id);
  expect(signed).toContain('ada@example.com');
});
