import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { englishShowing } from '../../../pages/files/inline-frame.ts';
import { NoticeText } from '../../../pages/ui/notice-texts.tsx';
import { WordsContext } from '../../../pages/ui/words.ts';
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
  const page = renderToString(
    h(
      WordsContext.Provider,
      { value: words },
      h(NoticeText, { statement: { ...statement, notice }, markup: englishShowing }),
    ),
  );

  expect([...page.matchAll(/<summary><bdi><span>(.*?)<\/span>/g)].map(([, name]) => name)).toEqual(names);
});
