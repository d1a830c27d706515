import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { DueConsent } from '../../../../pages/console/due.tsx';
import { dueColumns } from '../../../../pages/console/due.tsx';
import { nameLanguages } from '../../../../pages/console/names.tsx';
import { monthColumns } from '../../../../pages/console/overview/tables.tsx';
import { nameTable, newTableDraft } from '../../../../pages/console/save-table.tsx';
import type { ListSpeech } from '../../../../pages/console/search/columns.tsx';
import { listedColumns } from '../../../../pages/console/search/columns.tsx';
import { newRegionalWriting } from '../../../../pages/console/writing.ts';
import type { Language } from '../../../../pages/i18n/index.ts';
import { languageTags } from '../../../../pages/i18n/index.ts';
import type { ListedConsent } from '../../../../shared/consents/list-answer.ts';
import { evidenceTextOf, textOf } from '../../i18n/texts.ts';

const consent: ListedConsent = {
  id: '0192f0c12b3c7d4e8f90a1b2c3d4e5f6',
  projectUid: '=cmd',
  projectId: '0192f0c12b3c7d4e8f90a1b2c3d4e5f7',
  consentInformationPid: 2,
  consentInformationVersionId: '0192f0c12b3c7d4e8f90a1b2c3d4e5f8',
  consentInformationVersion: 3,
  lang: 'ita',
  channel: 'web',
  receivedBy: 'letter',
  time: '2026-11-22T10:00:00.000Z',
  userData: { email: '+ada@example.com', number: { label: 'Number', value: '7' } },
  imported: false,
  state: 'revoked',
  since: '2026-11-23T10:00:00.000Z',
  revokeTime: '2026-11-23T10:00:00.000Z',
  expiryTime: null,
  supersedeTime: null,
  eraseTime: null,
  revokeChannel: 'email',
  revokeReceivedBy: null,
  revokeLink: null,
};

const speechOf = (language: Language): ListSpeech => ({
  t: textOf(language),
  evidence: evidenceTextOf(language),
  writing: newRegionalWriting(language, 'Europe/Rome'),
  nameLanguage: nameLanguages(language),
  nameNotice: (pid) => (pid === 2 ? 'News by email' : '=2'),
  nameProject: () => 'The shop',
});

const namesIn = (columns: readonly { readonly name: string }[]): string[] => columns.map(({ name }) => name);

test('a saved list has what the screen shows, in words, and the id', () => {
  expect(namesIn(listedColumns(speechOf('en')))).toEqual([
    'Given (Europe/Rome)',
    'Email',
    'First name',
    'Last name',
    'Telephone',
    'Mobile telephone',
    'Tax code',
    'Other values',
    'Notice',
    'Version',
    'State now',
    'State since (Europe/Rome)',
    'Expires (Europe/Rome)',
    'Project',
    'Language',
    'Channel',
    'id',
  ]);
});

test.each(languageTags)('no two columns of a list have one name in %s', (language) => {
  const speech = speechOf(language);

  for (const columns of [listedColumns(speech), dueColumns(speech), monthColumns(speech.t, speech.writing)]) {
    expect(new Set(namesIn(columns)).size).toBe(columns.length);
  }
});

const readCsv = async (file: Blob) =>
  parse<Readonly<Record<string, string>>>(await file.text(), { columns: true, bom: true });

test('a list is saved page by page, in the language and by the clock of the reader, without a formula', async () => {
  const draft = newTableDraft(listedColumns(speechOf('de')));
  draft.add([consent]);
  draft.add([]);
  draft.add([{ ...consent, consentInformationPid: 3, userData: {} }]);
  const [first, second, ...rest] = await readCsv(draft.file());

  expect(draft.count()).toBe(2);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    'Erteilt (Europe/Rome)': '2026-11-22 11:00:00',
    'E-Mail': "'+ada@example.com",
    'Weitere Werte': 'Number 7',
    Hinweis: 'News by email',
    Fassung: '3',
    'Stand jetzt': 'widerrufen',
    'In diesem Stand seit (Europe/Rome)': '2026-11-23 11:00:00',
    'Läuft ab am (Europe/Rome)': '',
    Projekt: 'The shop',
    Sprache: 'Italienisch',
    Kanal: 'laut Vermerk per Brief',
    id: consent.id,
  });
  expect(second).toMatchObject({ Hinweis: "'=2", 'E-Mail': '' });
});

const due: DueConsent = {
  ...consent,
  reasons: [{ reason: 'superseded', since: '2026-11-23T10:00:00.000Z' }],
  due: '2026-11-23T10:00:00.000Z',
};

test('who must be asked again is saved with the reason in words', async () => {
  const draft = newTableDraft(dueColumns(speechOf('en')));
  draft.add([due]);

  expect(await readCsv(draft.file())).toEqual([
    expect.objectContaining({
      Email: "'+ada@example.com",
      Why: 'superseded since Nov 23, 2026',
      Notice: 'News by email',
      id: consent.id,
    }),
  ]);
});

test('the name of a file says what it lists, and when it was begun', () => {
  expect(nameTable('consents', new Date('2026-11-27T16:36:05.123Z'))).toBe('consents-2026-11-27T16-36-05Z.csv');
});
