import type { NoticeContent } from '../../shared/notices/content.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languages, languagesOf } from './languages.ts';
import { describeTerms } from './terms-lines.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

const pageStyle = `
      :root { color-scheme: light dark; }
      body { margin: 0 auto; padding: 1.5rem clamp(1rem, 5vw, 3rem) 4rem; max-width: 44rem;
        font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
      header { border-bottom: 1px solid GrayText; padding-bottom: 1rem; }
      header h1 { font-size: 1.25rem; line-height: 1.3; margin: 0; }
      header p { margin: 0.25rem 0 0; font-size: 0.9375rem; }
      nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0.75rem 0 0; padding: 0; }
      section { padding-top: 2rem; }
      section + section { margin-top: 3rem; border-top: 1px solid GrayText; }
      section h2 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }`;

const textStyle = `
          table { display: block; overflow-x: auto; border-collapse: collapse; }
          th, td { border: 1px solid GrayText; padding: 0.25rem 0.5rem; vertical-align: top; }
          pre { overflow-x: auto; }`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** A shadow root keeps ids of a text to that text, and styles and open elements of one that was published long ago. */
const renderLanguage = ({ title, descriptionHtml }: NoticeContent, lang: Lang): string => `
    <section id="${lang}" lang="${languages[lang].tag}">
      <h2>${escapeHtml(title[lang] ?? '')}</h2>
      <div>
        <template shadowrootmode="open">
          <style>${textStyle}
          </style>
${descriptionHtml[lang] ?? ''}
        </template>
      </div>
    </section>`;

const renderNavigation = (langs: readonly Lang[]): string => {
  const links = langs.map((lang) => {
    const { tag, name } = languages[lang];
    return `          <li><a href="#${lang}" lang="${tag}">${name}</a></li>`;
  });
  return `<nav aria-label="Languages">
        <ul>
${links.join('\n')}
        </ul>
      </nav>`;
};

/** What people who agree do not see, one below the other. */
const renderSettings = (content: NoticeContent): string => {
  const settings = `validityDays: ${content.validityDays}, notification: ${content.notification}`;
  return [settings, ...describeTerms(content)].map(escapeHtml).join('<br>');
};

/**
 * One HTML file that shows a notice in all of its languages, in a browser and without the network. It runs no script and
 * loads no picture, whatever the notice has.
 */
export const renderPreview = ({
  name,
  version,
  content,
}: {
  readonly name: string;
  readonly version?: number | undefined;
  readonly content: NoticeContent;
}): string => {
  const heading = escapeHtml(version === undefined ? name : `${name}, version ${version}`);
  const langs = languagesOf(content);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${heading}</title>
    <style>${pageStyle}
    </style>
  </head>
  <body>
    <header>
      <h1>${heading}</h1>
      <p>${renderSettings(content)}</p>
      ${renderNavigation(langs)}
    </header>
    <main>${langs.map((lang) => renderLanguage(content, lang)).join('')}
    </main>
  </body>
</html>
`;
};
