import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Text files by name; `notice.json` may be an object. */
export type Files = Readonly<Record<string, string | object>>;

export const privacyFiles: Files = {
  'notice.json': { name: 'privacy', title: { eng: 'Privacy notice', ita: 'Informativa' } },
  'eng.html': '<p>We process your data.</p>\n',
  'ita.md': 'Trattiamo i **tuoi** dati.\n',
};

/** Writes a notice folder that goes when the test ends, and returns its path. */
export const writeNoticeFolder = async (files: Files = privacyFiles, name = 'privacy'): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'consent-register-notice-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, name);
  await mkdir(folder);
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
};
