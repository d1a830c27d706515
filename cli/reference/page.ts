import { readVersion } from '../../shared/runtime/installation.ts';

/** Where the page may send requests: only to its own origin, or to the deployment that the reader names. */
export type Reach = 'own origin' | 'any server';

const connections: Readonly<Record<Reach, string>> = { 'own origin': "'self'", 'any server': "'self' https: http:" };

/** The page loads only its own files. The renderer sets style elements and attributes itself. */
export const contentSecurityPolicy = (reach: Reach): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${connections[reach]}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f6f54"/><path d="m4 8.500 2.700 2.700L12 5.500" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/**
 * The page around the renderer, with `openapi.json` beside it.
 *
 * @param folder path from the page to its other files: empty, or with a slash at the end
 * @param consolePath address of the console, where the same server has it
 */
export const toPage = (folder: string, reach: Reach, consolePath?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(reach)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Consent Register ${readVersion()}: reference</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${folder}reference.css">
</head>
<body>
<noscript>This page needs JavaScript. What it shows is in <a href="openapi.json">openapi.json</a>.</noscript>
${consolePath === undefined ? '' : `<nav class="to-console" aria-label="Other pages">This page is for developers. <a href="${consolePath}">To the console</a>, for data protection officers</nav>\n`}<div id="reference"></div>
<!-- renderer.js is @scalar/api-reference, MIT License, https://github.com/scalar/scalar -->
<script src="${folder}renderer.js"></script>
<script src="${folder}reference.js"></script>
</body>
</html>
`;
