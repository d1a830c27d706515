import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { isMap } from './schema/scalar.ts';

const directory = join(import.meta.dirname, '../infra/stages');

/** The contents of a stage's file in `infra/stages/`, or `damaged` if it is not a JSON object. */
export const readStageFile = (stage: string): Readonly<Record<string, unknown>> | 'missing' | 'damaged' => {
  const file = join(directory, `${stage}.json`);
  if (!existsSync(file)) return 'missing';
  const content: unknown = attempt(() => JSON.parse(readFileSync(file, 'utf8')));
  return isMap(content) ? content : 'damaged';
};
