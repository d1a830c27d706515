import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languages } from '../../shared/schema/vocabulary.ts';
import type { NoticeContent } from '../../shared/store/notice.ts';

/** What browsers and screen readers call the languages (BCP 47), and what their speakers do. */
const spoken: Readonly<Record<Lang, { readonly tag: string; readonly name: string }>> = {
  ita: { tag: 'it', name: 'Italiano' },
  eng: { tag: 'en', name: 'English' },
  spa: { tag: 'es', name: 'Español' },
  deu: { tag: 'de', name: 'Deutsch' },
  fra: { tag: 'fr', name: 'Français' },
  tur: { tag: 'tr', name: 'Türkçe' },
  por: { tag: 'pt', name: 'Português' },
  rus: { tag: 'ru', name: 'Русский' },
  ukr: { tag: 'uk', name: 'Українська' },
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: break-word; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; padding-bottom: 1rem; border-bottom: 1px solid; }
article { padding: 1rem 0 2rem; border-bottom: 1px solid; }
h1 { font-size: 1.5rem; }
img, table { max-width: 100%; }
td, th { border: 1px solid; padding: 0.25rem 0.5rem; }`;

const renderLanguage = (lang: Lang, { title, descriptionHtml }: NoticeContent): string =>
  `<article id="${lang}" lang="${spoken[lang].tag}">
<h1>${escapeText(title[lang] ?? '')}</h1>
${descriptionHtml[lang] ?? ''}
</article>`;

/** An HTML page with the text of each language as people see it. Nothing of it can run. */
export const renderPreview = ({
  name,
  version,
  content,
}: {
  readonly name: string;
  readonly version?: number;
  readonly content: NoticeContent;
}): string => {
  const present = languages.filter((lang) => content.descriptionHtml[lang] !== undefined);
  const heading = version === undefined ? name : `${name}, version ${version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: data:; style-src 'unsafe-inline'">
<title>${escapeText(heading)}</title>
<style>${style}
</style>
</head>
<body>
<nav aria-label="Languages">
${present.map((lang) => `<a href="#${lang}" lang="${spoken[lang].tag}">${spoken[lang].name}</a>`).join('\n')}
</nav>
<main>
${present.map((lang) => renderLanguage(lang, content)).join('\n')}
</main>
</body>
</html>
`;
};
