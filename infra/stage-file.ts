import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from '../shared/runtime/installation.ts';
import { isMap } from '../shared/schema/scalar.ts';

/** The file of a stage's options, as messages name it. */
export const nameStageFile = (stage: string): string => `stages/${stage}.json`;

/** Of a clone; or the current folder, where the package is installed. */
const root = isInstalled ? '.' : join(import.meta.dirname, '..');

/** Where that file is. */
export const stageFilePath = (stage: string): string => join(root, nameStageFile(stage));

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
 * The options that the file of a stage sets.
 *
 * @throws DamagedStageFile
 */
export const readStageFile = (stage: string): Readonly<Record<string, unknown>> | 'missing' => {
  const file = stageFilePath(stage);
  if (!existsSync(file)) return 'missing';
  const { content, fault } = parse(readFileSync(file, 'utf8'));
  if (isMap(content)) return content;
  throw new DamagedStageFile(`${nameStageFile(stage)} is not a JSON object${fault}. Correct the file.`);
};
