import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/** Text files by name; `notice.json` may be an object. */
export type Files = Readonly<Record<string, string | object>>;

export const privacyFiles: Files = {
  'notice.json': { name: 'privacy', title: { eng: 'Privacy notice', ita: 'Informativa' } },
  'eng.html': '<p>We process your data.</p>\n',
  'ita.md': 'Trattiamo i **tuoi** dati.\n',
};

/** Writes a notice folder, and returns its path. */
export const writeNoticeFolder = async (files: Files = privacyFiles, name = 'privacy'): Promise<string> => {
  const folder = join(newFolder(), name);
  await mkdir(folder);
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
};
