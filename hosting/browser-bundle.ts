import type { BuildOptions } from 'esbuild';

/** How a program for a browser is bundled: the same text for the same code. Its entry and its format are each program's own. */
export const browserBundle = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2024',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
  logLevel: 'error',
} as const satisfies BuildOptions;
