import { basename, extname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import type { ConsoleFile } from '../shared/console.ts';
import { consoleLanguages, languageTags } from './words/console/languages.ts';

/** How a browser program is bundled: the same code gives the same text. Each program sets its own entry and format. */
const browserBundle = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2024',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  metafile: true,
  write: false,
  logLevel: 'error',
} as const satisfies BuildOptions;

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The program, its style, and the chunks that it loads at once or on demand. */
export interface ConsoleParts {
  readonly files: readonly ConsoleFile[];
  readonly script: string;
  readonly style: string;
  /** Language (BCP 47) -> the file with its words. */
  readonly words: Readonly<Record<string, string>>;
  /** The chunks that the program needs to start. */
  readonly preloaded: readonly string[];
}

/** Language (BCP 47) -> the module with its words, for each language except English, which is part of the program. */
const languages = Object.fromEntries(
  languageTags.filter((tag) => tag !== 'en').map((tag) => [tag, `words/console/${consoleLanguages[tag].code}.ts`]),
);

/** The parts of the console, as JSON. */
export const bundleConsole = async (): Promise<string> => {
  const named = Object.entries(languages).map(([language, module]) => [`console-${language}`, module]);
  const { outputFiles, metafile } = await build({
    entryPoints: {
      console: 'console/main.tsx',
      'console-style': 'console/style/console.css',
      ...Object.fromEntries(named),
    },
    absWorkingDir: import.meta.dirname,
    outdir: '.',
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'console-[name]-[hash]',
    ...browserBundle,
  });
  const files = outputFiles.map(({ path, text }) => ({
    name: basename(path),
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    text,
  }));
  const outputs = Object.entries(metafile.outputs);
  const madeOf = (entry: string): string => outputs.find(([, { entryPoint }]) => entryPoint === entry)?.[0] ?? '';
  const script = madeOf('console/main.tsx');
  const { imports = [] } = metafile.outputs[script] ?? {};
  const parts: ConsoleParts = {
    files,
    script,
    style: madeOf('console/style/console.css'),
    words: Object.fromEntries(Object.entries(languages).map(([name, entry]) => [name, madeOf(entry)])),
    preloaded: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  };
  return JSON.stringify(parts);
};

/** The program that verifies, as one text. No markup in its strings can end the script, or pass for the page's document. */
export const bundleVerifier = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'verify/main.tsx')],
    format: 'iife',
    ...browserBundle,
  });
  const script = outputFiles.map(({ text }) => text).join('');
  return script.replaceAll('<script', String.raw`\x3cscript`).replaceAll('<!--', String.raw`\x3c!--`);
};
