import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import type { NoticeHead } from '../../../shared/notices/notice.ts';
import { findNotice } from '../../../shared/notices/notice.ts';
import { publishNotice } from '../../../shared/notices/publishing.ts';
import type { NoticeTerms } from '../../../shared/notices/terms.ts';
import type { Table } from '../../../shared/store/table.ts';
import { changeAt } from './changes.ts';
import { newFolder } from './machine.ts';
import { logTable } from './table.ts';

/** That of the test file's table. Others have none. */
const logOf = ({ name }: Table): Table | undefined => (name === process.env.TABLE_NAME ? logTable : undefined);

/** Publishes a new notice under a name of its own. */
export const createNotice = async (
  table: Table,
  accountId: string,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const publication = { log: logOf(table), accountId, name: `notice-${randomUUID()}`, content, current: undefined };
  const head = await publishNotice(table, publication, changeAt(now));
  if (head === undefined) throw new Error('The account has a notice of this name.');
  return head;
};

/** Publishes content as the next version of a notice, after whatever version is the current one by then. */
export const publishVersion = async (
  table: Table,
  accountId: string,
  pid: number,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const current = await findNotice(table, accountId, pid);
  if (current === undefined) throw new Error('The account has no such notice.');
  const head = await publishNotice(
    table,
    { log: logOf(table), accountId, name: current.name, content, current },
    changeAt(now),
  );
  return head ?? publishVersion(table, accountId, pid, content, now);
};

/** Every term that a notice may have, with every member that it may have. */
export const allTerms: Required<NoticeTerms> = {
  askAgain: true,
  retentionDays: 730,
  controller: {
    name: 'Demo Shop S.r.l.',
    address: 'Via Roma 1, 50123 Firenze',
    contact: 'Data protection officer',
    email: 'privacy@shop.example',
    phone: '+39 055 123456',
    url: 'https://shop.example/privacy',
  },
  purposes: [{ name: 'A newsletter', type: 'Marketing' }, { name: 'Statistics' }],
  recipients: [{ name: 'Mail Sender GmbH', address: 'Musterweg 2, 10115 Berlin', email: 'privacy@sender.example' }],
  personalData: [
    { name: 'Email address', type: 'EmailAddress', optional: false },
    { name: 'Allergies', type: 'MedicalHealth', optional: true, sensitive: true, special: true },
  ],
  processing: [{ name: 'Sending letters', type: 'Use' }],
  dataSources: [{ name: 'What the customer enters', type: 'DataSubjectDataSource' }],
  storageLocations: [{ name: 'Data centre in Milan', type: 'IT' }],
  storagePeriod: { name: 'Two years after the last letter', duration: 'P2Y' },
  processingLocations: [{ name: 'The European Union', type: 'EU' }],
  jurisdictions: [{ name: 'Italy', type: 'IT' }],
  lawfulBasis: { name: 'Consent', type: 'A6-1-a' },
  consentType: 'ExplicitlyExpressedConsent',
  withdrawal: { name: 'The link in every letter', url: 'https://shop.example/account' },
  rights: [{ name: 'Access', type: 'A15' }, { name: 'Erasure' }],
  authority: {
    name: 'Garante per la protezione dei dati personali',
    address: 'Piazza Venezia 11, 00187 Roma',
    phone: '+39 06 696771',
  },
};

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
