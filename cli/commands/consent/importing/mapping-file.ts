import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { refuseReading } from '../../../typed/file-reading.ts';
import { Mapping } from './mapping.ts';

/** Valibot's messages in the words of the docs. A mapping file holds no personal data, so messages may repeat its content. */
const explain = (issue: v.BaseIssue<unknown>): string => {
  const { message, received } = issue;
  if (!message.startsWith('Invalid ')) return message;
  if (received === 'undefined') return 'This member is required.';
  return issue.type === 'strict_object' && issue.expected === 'never'
    ? 'This member is unknown.'
    : `It must be ${issue.expected ?? 'something else'}, not ${received}.`;
};

const tell = (issue: v.BaseIssue<unknown>): string => {
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return `${path === '' ? 'the whole file' : tame(path)}: ${explain(issue)}`;
};

/** @throws CommandError usage that says what is wrong, and where */
export const readMapping = async (file: string): Promise<Mapping> => {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw refuseReading(file, error);
  });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CommandError(`${tame(file)} is not JSON: ${error instanceof Error ? error.message : ''}`, 'usage');
  }
  const { success, output, issues } = v.safeParse(Mapping, value);
  if (success) return output;
  const wrong = issues.slice(0, 5).map(tell).join(' ');
  throw new CommandError(`${tame(file)} is not a mapping file. ${wrong}`, 'usage');
};
