import { createHash } from 'node:crypto';

const style = `body{margin:0 auto;max-width:40rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.2}h2{font-size:1rem;margin-bottom:0}h2+*{margin-top:.25rem}ul{padding-left:1.25rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Allows a page its own style, and an empty icon, which keeps browsers from requesting one. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for people. @param parts HTML, in order */
export const toPage = (title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`;
