import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { build } from 'esbuild';
import type { ConsoleFile } from '../shared/api/other-routes.ts';

/** How a browser program is bundled: the same code gives the same text. Each program sets its own entry and format. */
const browserBundle = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2024',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
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
interface ConsoleParts {
  readonly files: readonly ConsoleFile[];
  readonly script: string;
  /** The small program that begins to load the catalogue of the reader's language. */
  readonly start: string;
  readonly style: string;
  /** Name -> the file of a part that is loaded when it is needed. */
  readonly parts: Readonly<Record<string, string>>;
  /** The chunks that the program needs to start. */
  readonly preloaded: readonly string[];
}

/** The parts of the console that are loaded when they are needed, by their names in `pages/console/load-file.ts`. */
const parts = {
  editors: 'console/acts/editors-pages.ts',
  erasures: 'console/erasures/erasure-pages.ts',
  overview: 'console/overview/overview.tsx',
  comparison: 'console/notices/compared-versions.tsx',
  user: 'console/user/user-page.tsx',
  sanitiser: 'html/sanitise-in-browser.ts',
  verifier: '../verifier/verify.ts',
} as const;

/**
 * Programs with all that they need. If one shared files with the console, every reader would load more pieces.
 */
const alone = {
  /** Begins to load the catalogue of the reader's language. */
  start: 'console/start.ts',
  /** Makes a copy for a person. */
  copy: 'console/person/copy/mount-copy.tsx',
} as const;

/** The modules that a browser begins with. Their code, and all that they load, is in bundles. */
export const browserPrograms: readonly string[] = [
  'console/main.tsx',
  ...Object.values(parts),
  ...Object.values(alone),
  'verify/main.tsx',
];

const program = join(import.meta.dirname, 'console/main.tsx');

/** Lets each file that is loaded later share all modules of the program. Otherwise these would be a file for each set of their importers. */
const besideProgram: Plugin = {
  name: 'beside-program',
  setup: ({ onLoad }) => {
    const later = new Set(Object.values(parts).map((module) => join(import.meta.dirname, module)));
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!later.has(path)) return undefined;
      const loader = path.endsWith('x') ? 'tsx' : 'ts';
      return { contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(program)};\n`, loader };
    });
  },
};

/** Leaves in the catalogues of a file in every language only what it says: messages whose names begin so. */
const onlyMessages = (...beginnings: readonly string[]): Plugin => ({
  name: 'only-messages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/i18n\/[a-z]+\.json$/ }, async ({ path }) => {
      const messages: Readonly<Record<string, string>> = JSON.parse(await readFile(path, 'utf8'));
      const kept = Object.entries(messages).filter(([key]) =>
        beginnings.some((beginning) => key.startsWith(beginning)),
      );
      return { contents: JSON.stringify(Object.fromEntries(kept)), loader: 'json' };
    });
  },
});

type Outputs = NonNullable<BuildResult['metafile']>['outputs'];

/** The chunks that a file needs to start, each once. */
const findNeeded = (outputs: Outputs, file: string): readonly string[] => {
  const needed = new Set<string>();
  const add = (name: string): void => {
    for (const { kind, path } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !needed.has(path)) {
        needed.add(path);
        add(path);
      }
  };
  add(file);
  return [...needed];
};

/** The parts of the console. */
export const bundleConsole = async (): Promise<ConsoleParts> => {
  const named = Object.entries(parts).map(([name, module]) => [`console-${name}`, module]);
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
    plugins: [besideProgram],
    ...browserBundle,
  });
  const apart = await build({
    entryPoints: Object.fromEntries(Object.entries(alone).map(([name, module]) => [`console-${name}`, module])),
    absWorkingDir: import.meta.dirname,
    outdir: '.',
    format: 'esm',
    entryNames: '[name]-[hash]',
    plugins: [onlyMessages('personPage.', 'arrival.', 'evidence.')],
    ...browserBundle,
  });
  const files = [...outputFiles, ...apart.outputFiles].map(({ path, text }) => ({
    name: basename(path),
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    text,
  }));
  const outputs = { ...metafile.outputs, ...apart.metafile.outputs };
  const madeOf = (entry: string): string =>
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0] ?? '';
  const madeOfEach = (entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, madeOf(entry)]));
  const [script, start] = [madeOf('console/main.tsx'), madeOf(alone.start)];
  return {
    files,
    script,
    start,
    style: madeOf('console/style/console.css'),
    parts: madeOfEach({ ...parts, copy: alone.copy }),
    preloaded: findNeeded(outputs, script),
  };
};

/** The program that verifies, as one text. No markup in its strings can end the script, or pass for the page's document. */
export const bundleVerifier = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'verify/main.tsx')],
    format: 'iife',
    plugins: [onlyMessages('verify.', 'arrival.', 'evidence.')],
    ...browserBundle,
  });
  const script = outputFiles.map(({ text }) => text).join('');
  return script.replaceAll('<script', String.raw`\x3cscript`).replaceAll('<!--', String.raw`\x3c!--`);
};
