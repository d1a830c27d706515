import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { ListedNotice } from '../../../client/typescript/index.ts';
import { LanguageContext } from '../../../pages/console/language.tsx';
import { useDistinctNames } from '../../../pages/console/names.tsx';
import { spokenIn } from '../i18n/texts.ts';

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
