import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '..', 'stages');

/** What the file of a stage in `stages/` says, as it is; `damaged` where that is not a JSON object. */
export const readStageFile = (stage: string): Readonly<Record<string, unknown>> | 'missing' | 'damaged' => {
  const file = join(directory, `${stage}.json`);
  if (!existsSync(file)) return 'missing';
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content };
  } catch {}
  return 'damaged';
};
