import { createHash } from 'node:crypto';
import type { ConsoleFile } from '../shared/api/other-routes.ts';
import { consolePages, keyFilePath } from '../shared/api/other-routes.ts';
import { bundleConsole, bundleKeyLoader } from './bundles.ts';
import { placeOfProgram, readEvidenceStyle, readVerifier, renderPlaceForEvidence } from './files/evidence-page.ts';
import { commonStyle } from './files/html-file.ts';
import { emptyPage, framePolicy } from './html/frame-page.ts';
import { catalogues } from './i18n/catalogues.ts';
import type { Language } from './i18n/index.ts';
import { languageTags } from './i18n/index.ts';
import { markImage } from './ui/mark.ts';

const html = 'text/html; charset=utf-8';
const javaScript = 'text/javascript; charset=utf-8';

const toAddress = (name: string): string => `/console/${name}`;

const hashName = (name: string, extension: string, text: string): string => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `${name}-${hash}${extension}`;
};

const toHashed = (name: string, extension: string, contentType: string, text: string): ConsoleFile => ({
  name: hashName(name, extension, text),
  contentType,
  text,
});

/** Beginnings of messages that other pages say, or that are in the page itself. */
const otherPages = ['verify.', 'personPage.', 'linkPage.', 'confirmPage.', 'confirmMail.', 'language.'];

const messagesOfConsole = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(catalogues[language]).filter(([key]) => !otherPages.some((page) => key.startsWith(page))),
  );

/**
 * Builds the files of the console: the same code gives the same files.
 *
 * @param evidencePage the page that it saves evidence in
 */
const buildConsole = async (evidencePage: string): Promise<readonly ConsoleFile[]> => {
  const { files, script, style } = await bundleConsole();
  const frame = {
    name: hashName('frame', '.html', emptyPage),
    contentType: html,
    policy: `${framePolicy}; frame-ancestors 'self'`,
    text: emptyPage,
  };
  /** Served as text, not as a page at the console's origin: it runs only after somebody saved it. */
  const evidence = toHashed('evidence', '.txt', 'text/plain; charset=utf-8', evidencePage);
  const languages = languageTags.map((language) => ({
    language,
    file: toHashed(`console-${language}`, '.json', 'application/json', JSON.stringify(messagesOfConsole(language))),
  }));
  const page = {
    name: consolePages.console,
    contentType: html,
    policy: `${pagePolicy}; frame-ancestors 'none'`,
    text: toPage({
      script: toAddress(script),
      style: toAddress(style),
      frame: toAddress(frame.name),
      evidencePage: toAddress(evidence.name),
      verifyPage: toAddress(consolePages.verify),
      keys: keyFilePath,
      catalogues: Object.fromEntries(languages.map(({ language, file }) => [language, toAddress(file.name)])),
    }),
  };
  return [page, ...files, ...languages.map(({ file }) => file), frame, evidence, ...(await buildVerifyPage(frame))];
};

/**
 * Builds the page that verifies documents, beside the console: the program of `verify.html`, which makes no request, and a second
 * one, which gives it the keys of the register.
 */
const buildVerifyPage = async (frame: ConsoleFile): Promise<readonly ConsoleFile[]> => {
  const program = toHashed('verify-page', '.js', javaScript, await readVerifier());
  const keyLoader = toHashed('register-keys', '.js', javaScript, await bundleKeyLoader());
  const style = toHashed('verify-page', '.css', 'text/css; charset=utf-8', commonStyle + (await readEvidenceStyle()));
  const text = `<!doctype html>
<html lang="en">
<head>
${commonMeta}${toMeta('frame', toAddress(frame.name))}${toMeta('keys', keyFilePath)}<title>${catalogues.en['verify.emptyTitle']}</title>
<link rel="icon" href="${markImage}">
<link rel="stylesheet" href="${toAddress(style.name)}">
<script defer src="${toAddress(program.name)}"></script>
<script defer src="${toAddress(keyLoader.name)}"></script>
</head>
<body>${placeOfProgram()}</body>
</html>
`;
  const policy = `${pagePolicy}; frame-ancestors 'none'`;
  return [{ name: consolePages.verify, contentType: html, policy, text }, program, keyLoader, style];
};

const loadingNotice = `<main class="loading">${languageTags
  .map((language) => `<p lang="${language}">${catalogues[language]['language.beforeProgram']}</p>`)
  .join('')}</main>`;

/** The page's policy: it loads only from its own origin, and nothing inline. No text can become markup or code. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Addresses of the page's files, as written in the page. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  readonly frame: string;
  /** The page that evidence is saved in, loaded on demand. */
  readonly evidencePage: string;
  /** The page that verifies documents, and the keys that it loads. */
  readonly verifyPage: string;
  readonly keys: string;
  /** Language (BCP 47) -> its catalogue, loaded for readers of that language. */
  readonly catalogues: Readonly<Record<string, string>>;
}

/** What the program reads from the page. */
const toMeta = (name: string, content: string): string =>
  `<meta name="consent-register-${name}" content="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">\n`;

/** What the head of every page begins with. */
const commonMeta = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
`;

/** What the page says of a language while its catalogue is loading, or if it cannot be loaded. */
const awaited = ['loading', 'failed', 'again', 'inEnglish'] as const;

export const toPage = ({
  script,
  style,
  frame,
  evidencePage,
  verifyPage,
  keys,
  catalogues: languages,
}: PageParts): string => `<!doctype html>
<html lang="en">
<head>
${commonMeta}${[
  toMeta('frame', frame),
  toMeta('evidence-page', evidencePage),
  toMeta('verify-page', verifyPage),
  toMeta('keys', keys),
  ...Object.entries(languages).map(([language, address]) => toMeta(`catalogue-${language}`, address)),
  ...languageTags.flatMap((language) =>
    awaited.map((message) => toMeta(`language-${language}-${message}`, catalogues[language][`language.${message}`])),
  ),
].join('')}<title>Consent register</title>
<link rel="icon" href="${markImage}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body><div id="console">${loadingNotice}</div></body>
</html>
`;

/** Builds the files of the console, including the page that it saves evidence in, which is the one that the commands write. */
export const makeConsole = async (): Promise<readonly ConsoleFile[]> => buildConsole(await renderPlaceForEvidence());
