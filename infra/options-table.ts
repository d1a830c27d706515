import * as v from 'valibot';
import { optionSections } from './option-schemas.ts';

const Saying = v.object({ meaning: v.string(), usual: v.optional(v.string()) });

/** A default as the table shows it. */
const showDefault = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'object') return 'none';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
};

type Section = (typeof optionSections)[keyof typeof optionSections];

type OptionSchema = v.OptionalSchema<v.GenericSchema, unknown>;

/** What people read of an option: its meaning, and its default as text. */
export const describeOption = (schema: OptionSchema): { readonly meaning: string; readonly usual: string } => {
  const { meaning, usual = showDefault(v.getDefault(schema)) } = v.parse(Saying, v.getMetadata(schema.wrapped));
  return { meaning, usual };
};

const toRow = ([name, schema]: [string, OptionSchema]): string => {
  const { meaning, usual } = describeOption(schema);
  return `| \`${name}\` | ${usual}${usual === '' ? '' : ' '}| ${meaning} |`;
};

const toSection = ([title, options]: [string, Section]): string =>
  [`### ${title}`, '', '| option | default | meaning |', '|---|---|---|', ...Object.entries(options).map(toRow)].join(
    '\n',
  );

const place = /(?<=<!-- options -->\n).*(?=<!-- \/options -->)/s;

/** A page with the tables of options in their place. */
export const writeOptions = (page: string): string => {
  const tables = Object.entries(optionSections).map(toSection).join('\n\n');
  return page.replace(place, () => `\n${tables}\n\n`);
};
