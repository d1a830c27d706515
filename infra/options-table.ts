import * as v from 'valibot';
import { optionSchemas } from './options.ts';
import { alarms } from './watching.ts';

const OptionText = v.object({ meaning: v.string(), usual: v.optional(v.string()) });

/** A default as the table shows it. */
const showDefault = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'object') return 'none';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
};

/** The sections of the table, by the option that each begins with. */
const sections: Readonly<Partial<Record<string, string>>> = {
  stage: 'Name, region and domain',
  corsOrigins: 'Callers and limits',
  alarmEmail: 'Alarms, logs and keys',
  checkpointMinutes: 'The log and events',
  retainData: 'Tables',
};

type OptionSchema = v.OptionalSchema<v.GenericSchema, unknown>;

/** What people read of an option: its meaning, and its default as text. */
export const describeOption = (schema: OptionSchema): { readonly meaning: string; readonly usual: string } => {
  const { meaning, usual = showDefault(v.getDefault(schema)) } = v.parse(OptionText, v.getMetadata(schema.wrapped));
  return { meaning, usual };
};

const toHead = (title: string): readonly string[] => [
  '',
  `### ${title}`,
  '',
  '| option | default | meaning |',
  '|---|---|---|',
];

const toRows = ([name, schema]: [string, OptionSchema]): readonly string[] => {
  const { meaning, usual } = describeOption(schema);
  const title = sections[name];
  const row = `| \`${name}\` | ${usual}${usual === '' ? '' : ' '}| ${meaning} |`;
  return title === undefined ? [row] : [...toHead(title), row];
};

const place = /(?<=<!-- options -->\n).*(?=<!-- \/options -->)/s;

/** A page with the tables of options in their place. */
export const writeOptions = (page: string): string => {
  const tables = Object.entries(optionSchemas).flatMap(toRows).join('\n');
  return page.replace(place, () => `${tables}\n\n`);
};

/** The page of alarms with the meaning of each in the second cell of its row. @throws Error when an alarm has no row */
export const writeAlarms = (page: string): string =>
  Object.entries(alarms).reduce((written, [name, { meaning }]) => {
    const cell = new RegExp(`(?<=^\\| \`${name}\` \\|)[^|]*(?=\\|)`, 'm');
    if (!cell.test(written)) throw new Error(`docs/operations.md has no row of the alarm ${name}.`);
    return written.replace(cell, () => ` ${meaning} `);
  }, page);
