import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import { optionSchemas } from '../../infra/option-schemas.ts';
import { writeOptions } from '../../infra/options-table.ts';
import { alarms } from '../../infra/watching/alarms.ts';
import manifest from '../../package.json' with { type: 'json' };
import { elements, globalAttributes, styleProperties } from '../../pages/markup/allowed-markup.ts';
import { meanings } from '../../shared/log/auditing/finding.ts';
import { leaves } from '../support/admin-tree.ts';
import { synthesise } from '../support/stack.ts';
import { namesIn, readCommands, rowsBelow } from './table-rows.ts';

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../../docs', file), 'utf8');
const commands = await read('commands.md');
const deploy = await read('deploy.md');
const notices = await read('notices.md');
const operations = await read('operations.md');
const prices = await read('prices.md');
/** All that an operator reads. */
const pages = [
  commands,
  deploy,
  notices,
  operations,
  prices,
  ...(await Promise.all(['console.md', 'imports.md', 'log.md', 'people.md', 'restore.md'].map(read))),
].join('\n');

/** The rows below every table that has this header. */
const allRowsOf = (text: string, header: string): string[][] =>
  text
    .split(`| ${header} |`)
    .slice(1)
    .flatMap((after) => rowsBelow(`| ${header} |${after}`, `| ${header} |`));

test('has the table of options that their schemas give', () => {
  const rows = allRowsOf(deploy, 'option | default | meaning').map(([name]) => namesIn(name)[0]);

  expect(rows.sort()).toEqual(Object.keys(optionSchemas).sort());
  expect(writeOptions(deploy)).toBe(deploy);
});

test('lists every command', () => {
  const listed = allRowsOf(commands, 'command | what it does').flatMap(([cell]) => readCommands(cell ?? ''));

  expect(listed.sort()).toEqual([...leaves.map(({ name }) => name), 'complete'].sort());
});

test('says what to do about every finding of `log verify`', async () => {
  const rows = rowsBelow(await read('log.md'), '| finding | what to do |');

  expect(rows.flatMap(([cell]) => namesIn(cell)).sort()).toEqual(Object.keys(meanings).sort());
});

test('says what to do about every alarm, and which are in every stage', () => {
  expect(rowsBelow(operations, '| alarm |').map(([name]) => name)).toEqual(
    Object.entries(alarms).map(([name, { essential }]) => (essential ? `**\`${name}\`**` : `\`${name}\``)),
  );
});

test('names scripts and outputs that there are', async () => {
  const { template } = await synthesise();
  const scripts = [...pages.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) => script);

  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  for (const output of Object.keys(template.findOutputs('*'))) expect(pages).toContain(`\`${output}\``);
});

test('names commands that there are', async () => {
  const others = ['README.md', 'data-protection.md', 'events.md', 'policies.md', 'quick-start.md'];
  const text = [...(await Promise.all(['../README.md', ...others].map(read))), pages].join('\n');
  const named = [...text.matchAll(/npx consent-register ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)];
  const known = leaves.map(({ name }) => name);

  expect(named.length).toBeGreaterThan(40);
  for (const [line, noun = '', verb] of named)
    expect(known, line).toSatisfy((names: string[]) => names.includes(noun) || names.includes(`${noun} ${verb}`));
});

test('the way out of a failed first deployment names all that it leaves, and deletes it after the stack', async () => {
  const { template } = await synthesise({ stage: 'dev-retained', retainData: true });
  const recovery = deploy.slice(deploy.indexOf('## When the first deployment fails'), deploy.indexOf('## Options'));
  const left = Object.entries(template.toJSON().Resources as Record<string, { DeletionPolicy?: string }>)
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
    .map(([id]) => id);
  const commands = [...recovery.matchAll(/^(?:for TABLE in \S+; do)?\s*((?:aws|npx) \S+ \S+)/gm)].map(
    ([, command]) => command,
  );

  expect(left.sort()).toEqual(['ErasuresTable', 'Key', 'LogTable', 'Table']);
  for (const id of left) expect(recovery).toContain(`\`${id}\``);
  expect(commands).toEqual([
    'npx consent-register destroy',
    'aws dynamodb scan',
    'aws dynamodb update-table',
    'aws dynamodb delete-table',
    'aws dynamodb wait',
    'aws kms put-key-policy',
    'aws kms schedule-key-deletion',
  ]);
});

test('lists what a text of a notice may have', () => {
  const header = /^\| (elements \| .*) \|$/m.exec(notices)?.[1] ?? '';
  const listed = rowsBelow(notices, `| ${header} |`).flatMap(([names, attributes]) =>
    namesIn(names).map((name) => [name, namesIn(attributes)]),
  );
  const properties = rowsBelow(notices, '| property of `style` | values |').map(([property, values]) => [
    namesIn(property)[0],
    namesIn(values),
  ]);

  expect(listed.toSorted()).toEqual(
    [...elements].map(([name, attributes]) => [name, Object.keys(attributes).sort()]).toSorted(),
  );
  expect(namesIn(header)).toEqual(Object.keys(globalAttributes).sort());
  expect(properties).toEqual(Object.entries(styleProperties));
});

test('lists every exit code with its kind', () => {
  const rows = rowsBelow(commands, '| exit code | `kind` | meaning |').map(([code, kind]) => [
    namesIn(kind)[0],
    Number(code),
  ]);

  expect(rows).toEqual([[undefined, 0], ...Object.entries(exitCodes)]);
});
