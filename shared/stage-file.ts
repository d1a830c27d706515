import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap } from './schema/scalar.ts';

const directory = join(import.meta.dirname, '../infra/stages');

/** A stage's file is not a JSON object. The message is one line, and says where it stops to be one. */
export class DamagedStageFile extends Error {
  override readonly name = 'DamagedStageFile';
}

const parse = (text: string): { readonly content?: unknown; readonly fault: string } => {
  try {
    return { content: JSON.parse(text), fault: '' };
  } catch (error) {
    return { fault: `: ${error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : error}` };
  }
};

/**
 * The contents of a stage's file in `infra/stages/`.
 *
 * @throws DamagedStageFile
 */
export const readStageFile = (stage: string): Readonly<Record<string, unknown>> | 'missing' => {
  const file = join(directory, `${stage}.json`);
  if (!existsSync(file)) return 'missing';
  const { content, fault } = parse(readFileSync(file, 'utf8'));
  if (isMap(content)) return content;
  throw new DamagedStageFile(`infra/stages/${stage}.json is not a JSON object${fault}. Correct the file.`);
};
