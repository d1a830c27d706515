import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/** A folder for the files of imports. */
export const makeFolder = () => {
  const folder = newFolder();
  return {
    folder,
    path: (name: string): string => join(folder, name),
    put: async (name: string, content: string | Uint8Array): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    },
    read: (name: string): Promise<string> => readFile(join(folder, name), 'utf8'),
    names: async (): Promise<string[]> => (await readdir(folder)).sort(),
  };
};

/** The mapping of a plain table of a CRM; `overrides` take the place of its members. */
export const crmMapping = (projectUid: string, notice: string, overrides: object = {}): string =>
  JSON.stringify({
    key: ['id'],
    project: { value: projectUid },
    notice: { value: notice },
    version: { value: '1' },
    time: { column: 'agreed_at', zone: 'Europe/Rome' },
    lang: { column: 'language', values: { it: 'ita', en: 'eng' }, default: 'ita' },
    userData: { email: { column: 'email' }, first_name: { column: 'name', label: 'Your name' } },
    proof: { url: { column: 'page' }, source: { value: 'The CRM' } },
    revocation: { time: { column: 'left_at', zone: 'Europe/Rome' }, proof: { source: { value: 'The CRM' } } },
    ...overrides,
  });

export const crmHeader = 'id,agreed,agreed_at,language,email,name,page,left_at,remark';
