import { loadingNotice } from './loading-notice.ts';

/** What the page may do: what comes from its own origin, and nothing inline. No text can be made markup or code. */
export const pagePolicy = (service: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${service === undefined ? '' : ` ${new URL(service).origin}`}`,
    "frame-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** What the empty page may do that frames show HTML of others in: it has their style, and loads nothing. */
export const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'";

/** Addresses of the page's files, as they stand in it. */
export interface PageParts {
  readonly script: string;
  /** What the script cannot begin without: it comes beside it, and not after it. */
  readonly preloaded: readonly string[];
  readonly style: string;
  readonly frame: string;
  /** The page that evidence is saved in, which is loaded when somebody saves it so. */
  readonly evidencePage: string;
  /** Language (BCP 47) -> its words, which are loaded for the reader who wants them. */
  readonly words: Readonly<Record<string, string>>;
  /** Where the service is, where it is elsewhere than the page. */
  readonly service?: string | undefined;
}

const preload = (address: string): string => `<link rel="modulepreload" href="${address}">\n`;

/** What the program reads of the page. */
const tell = (name: string, content: string): string => `<meta name="consent-register-${name}" content="${content}">\n`;

export const toPage = ({
  script,
  preloaded,
  style,
  frame,
  evidencePage,
  words,
  service,
}: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(service)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${[
  tell('frame', frame),
  tell('evidence-page', evidencePage),
  ...Object.entries(words).map(([language, address]) => tell(`words-${language}`, address)),
  service === undefined ? '' : tell('service', service),
].join('')}<title>Consent register</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${preloaded.map(preload).join('')}<script type="module" src="${script}"></script>
</head>
<body><div id="console">${loadingNotice}</div></body>
</html>
`;

/** The empty page that frames show HTML of others in. It knows itself by its mark. */
export const emptyPage = `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${framePolicy}">
<meta name="consent-register-page" content="frame">
<meta name="color-scheme" content="light">
<meta name="referrer" content="no-referrer">
<title>HTML of others</title>
</head>
<body></body>
</html>
`;
