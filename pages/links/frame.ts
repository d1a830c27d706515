import { createHash } from 'node:crypto';
import type { ComponentChildren, JSX } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { commonStyle } from '../files/html-file.ts';
import { localeOf, newTameTranslate } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { langOfTag, languageTags, nameOfLanguage } from '../i18n/index.ts';

/** How the pages behind links speak. */
export interface LinkVoice {
  readonly language: Language;
  /** Nothing of what is filled in stays unseen. */
  readonly t: Translate;
  readonly day: (moment: Date) => string;
}

export const newLinkVoice = (language: Language): LinkVoice => {
  const lang = langOfTag(language);
  const days = new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'long', timeZone: 'UTC' });
  return { language, t: newTameTranslate(lang), day: (moment) => days.format(moment) };
};

/** The one style: of the pages, and of the frame with the text of a notice, where the same policy holds. */
const style = `${commonStyle}
body { max-width: 46rem; }
header p { margin: 0.75rem 0 0; }
article { margin: 1.25rem 0; padding: 0.25rem 1rem 1rem; border: 1px solid GrayText; border-inline-start: 0.4rem solid light-dark(#b35900, #e0934a); }
article.holds { border-inline-start-color: light-dark(#1a7f37, #3fb950); }
article h2 { margin: 0.75rem 0 0.25rem; }
.state { margin: 0; font-weight: 600; }
.remark { color: light-dark(#555, #b5b5b5); font-size: 0.9rem; }
.acts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 1.5rem; margin-top: 0.75rem; }
main > form { margin-top: 1rem; }
button { min-height: 2.75rem; padding: 0.5rem 1rem; border: 0; border-radius: 0.3rem; background: light-dark(#0b5f8f, #7cc6f2); color: light-dark(#fff, #0d1419); font: inherit; font-weight: 600; cursor: pointer; }
.acts a, nav a { display: inline-block; padding: 0.6rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.party { margin: 0.5rem 0 0; font-style: normal; }
th, td { overflow-wrap: normal; }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid GrayText; }
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid GrayText; }`;

/** Lets a page have its own style and send its own form, and nothing else. An empty icon keeps browsers from asking for one. */
export const linkPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Parameters in the address of a page, after the link. The language of the page is among them. */
export const toQuery = (language: Language, more: Readonly<Record<string, string>> = {}): string =>
  `?${new URLSearchParams({ ...more, lang: language })}`;

const renderLanguages = ({ language, t }: LinkVoice, query: Readonly<Record<string, string>>): JSX.Element =>
  h(
    'nav',
    { 'aria-label': t('linkPage.languages') },
    h(
      'ul',
      null,
      languageTags.map((tag) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              href: toQuery(tag, query),
              lang: tag,
              hreflang: tag,
              ...(tag === language && { 'aria-current': 'true' }),
            },
            nameOfLanguage(tag),
          ),
        ),
      ),
    ),
  );

/** A page behind a link. */
interface Framed {
  readonly heading: string;
  /** The language of the heading, where that is another. */
  readonly headingLang?: string | undefined;
  /** Below the heading. */
  readonly intro?: ComponentChildren;
  readonly main: ComponentChildren;
  /** What the page shows, by the parameters of its address. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The text of a page, made without a script and for none. */
export const renderLinkPage = (voice: LinkVoice, { heading, headingLang, intro, main, query = {} }: Framed): string => {
  const head = h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    h('title', null, heading),
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', { dangerouslySetInnerHTML: { __html: style } }),
  );
  const body = h(
    'body',
    null,
    h('header', null, h('h1', { lang: headingLang }, heading), intro),
    h('main', null, main),
    h('footer', null, renderLanguages(voice, query)),
  );
  return `<!doctype html>\n${renderToString(h('html', { lang: voice.language }, head, body))}\n`;
};

/** Links of a text to its own headings, as publishing allows them. In a frame of this kind they would lead to the page around it. */
const toHeading = 'href="#notice-';

/**
 * The HTML of an operator in a frame that runs, sends and loads nothing: the policy of the page holds in it, and its sandbox allows
 * nothing but that a link opens a new tab. In the frame, where nothing may load, it would leave an empty one.
 */
export const renderFramedText = (title: string, lang: string, text: string): JSX.Element => {
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><base target="_blank"><title></title><style>${style}</style>`;
  const body = text.replaceAll(toHeading, `target="_self" ${toHeading.replace('#', 'about:srcdoc#')}`);
  const srcdoc = `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;
  return h('iframe', { sandbox: 'allow-popups allow-popups-to-escape-sandbox', title, srcdoc });
};
