import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Client, ListedNotice } from '../../../client/typescript/index.ts';
import { LanguageContext } from '../../../pages/console/language.tsx';
import { NoticeName, nameNotice, recallNames, useDistinctNames } from '../../../pages/console/names.tsx';
import { spokenIn } from '../i18n/texts.ts';

test('all projects of an account can be chosen, on however many pages the service lists them', async () => {
  const pages = [['a', 'b'], ['c'], ['d']].map((uids) => uids.map((uid) => ({ uid, id: uid, name: uid })));
  const asked: unknown[] = [];
  const listProjects: Client['listProjects'] = async (request = {}) => {
    asked.push(request.after);
    const at = request.after === undefined ? 0 : Number(request.after);
    return { data: pages[at] ?? [], next: at + 1 < pages.length ? String(at + 1) : null, accountName: 'Shop' };
  };
  const listNotices: Client['listNotices'] = async () => ({ data: [] });

  const { projects } = await recallNames({
    client: { listProjects, listNotices } as Client,
    memory: new Map(),
  });

  expect(projects).toEqual(pages.flat());
  expect(asked).toEqual([undefined, '1', '2']);
});

test.each([
  ['its title in the language of the reader', { ita: 'Informativa', eng: 'Notice' }, 'Notice', '<bdi>Notice</bdi>'],
  [
    'a title in another language, which it names and marks up',
    { ita: 'Informativa' },
    'Informativa (Italian)',
    '<bdi lang="it">Informativa</bdi> (Italian)',
  ],
  ['the name that its operator gave it', {}, 'privacy', '<bdi>privacy</bdi>'],
])('a notice is called by %s', (_case, title, called, drawn) => {
  const notice = { name: 'privacy', title };
  const spoken = spokenIn('en');

  expect(nameNotice(notice, 'en')).toBe(called);
  expect(renderToString(h(LanguageContext.Provider, { value: spoken }, h(NoticeName, { notice })))).toBe(drawn);
});

const notice = (pid: number, name: string): ListedNotice =>
  ({ pid, name, title: { eng: name } }) as Partial<ListedNotice> as ListedNotice;

const Names = ({ notices }: { readonly notices: readonly ListedNotice[] }) => {
  const nameOf = useDistinctNames({ projects: [], notices });
  return h('p', null, [1, 2, 3, 4].map(nameOf).join(' | '));
};

test('notices with the same title are told apart by their number', () => {
  const names = h(Names, { notices: [notice(1, 'Newsletter'), notice(2, 'Privacy'), notice(3, 'Newsletter')] });
  const language = spokenIn('en');

  expect(renderToString(h(LanguageContext.Provider, { value: language }, names))).toBe(
    '<p>Number 1, Newsletter | Privacy | Number 3, Newsletter | Number 4</p>',
  );
});
