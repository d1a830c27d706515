import type { JSX } from 'preact';
import { Fragment, h } from 'preact';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { languagesOf } from '../../shared/notices/content.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { describeTerms } from '../describe/notice.ts';
import { renderPage } from './html-file.ts';
import { framedStyle, renderNoticeText } from './inline-frame.ts';

/** What the page shows. */
export interface NoticePage {
  readonly name: string;
  readonly version?: number | undefined;
  readonly content: NoticeContent;
}

const style = `${framedStyle}
body { max-width: 44rem; font-size: 1.0625rem; line-height: 1.6; overflow-wrap: break-word; }
header h1 { font-size: 1.25rem; }
header p { margin: 0.25rem 0 0; font-size: 0.9375rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0.75rem 0 0; padding: 0; }
section { padding-top: 2rem; }
section + section { margin-top: 3rem; border-top: 1px solid GrayText; }
section h2 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }`;

const renderLanguage = ({ title, descriptionHtml }: NoticeContent, lang: Lang): JSX.Element =>
  h(
    'section',
    { id: lang, lang: languageNames[lang].tag },
    h('h2', null, title[lang] ?? ''),
    renderNoticeText(descriptionHtml[lang] ?? ''),
  );

const renderNavigation = (langs: readonly Lang[]): JSX.Element =>
  h(
    'nav',
    { 'aria-label': 'Languages' },
    h(
      'ul',
      null,
      langs.map((lang) =>
        h('li', null, h('a', { href: `#${lang}`, lang: languageNames[lang].tag }, languageNames[lang].name)),
      ),
    ),
  );

/** The settings of the notice that people who agree do not see, one below the other. */
const renderSettings = (content: NoticeContent): JSX.Element => {
  const settings = `validityDays: ${content.validityDays}, notification: ${content.notification}`;
  return h(
    'p',
    null,
    settings,
    describeTerms(content).map((line) => h(Fragment, null, h('br', null), line)),
  );
};

/** One HTML file that shows a notice in all its languages, in a browser without a network. */
export const renderNoticePage = ({ name, version, content }: NoticePage): string => {
  const title = version === undefined ? name : `${name}, version ${version}`;
  const langs = languagesOf(content);
  const header = h(
    'header',
    null,
    h('h1', null, escapeInvisible(title)),
    renderSettings(content),
    ' ',
    renderNavigation(langs),
  );
  const main = h(
    'main',
    null,
    langs.map((lang) => renderLanguage(content, lang)),
  );
  return renderPage({ title, lang: 'en', style, body: [header, main] });
};
