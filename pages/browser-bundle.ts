import type { BuildOptions } from 'esbuild';

/** How a browser program is bundled: the same code gives the same text. Each program sets its own entry and format. */
export const browserBundle = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2024',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
  logLevel: 'error',
} as const satisfies BuildOptions;
