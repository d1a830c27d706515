import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { renderNoticeTexts } from '../../../pages/ui/notice-texts.tsx';
import { noticeContent } from '../../support/make/builders.ts';
import { statementOf } from '../../support/make/statement.ts';
import { evidenceTextOf } from '../i18n/texts.ts';

const [german, french, italian, spanish] = [
  evidenceTextOf('de'),
  evidenceTextOf('fr'),
  evidenceTextOf('it'),
  evidenceTextOf('es'),
];

const title = { eng: 'Privacy notice', ita: 'Informativa', deu: 'Datenschutz' };
const statement = statementOf();
const notice = { ...statement.notice, content: noticeContent({ title, descriptionHtml: title }) };

test.each([
  [evidenceTextOf('en'), ['In Italian', 'In German']],
  [german, ['Auf Italienisch', 'Auf Deutsch']],
  [italian, ['In italiano', 'In tedesco']],
  [french, ['En italien', 'En allemand']],
  [spanish, ['En italiano', 'En alemán']],
])('the other languages of a text are named in that of the reader, %#', (words, names) => {
  const folded: string[] = [];
  const drawing = {
    text: () => h('p', null),
    fold: (summary: ReturnType<typeof h>) => {
      folded.push(renderToString(summary));
      return h('p', null);
    },
  };

  renderToString(renderNoticeTexts({ ...statement, notice }, words, drawing));

  expect(folded).toEqual(names.map((name) => `<span>${name}</span>`));
});
