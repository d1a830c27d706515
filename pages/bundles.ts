import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ConsoleFile } from '../shared/api/other-routes.ts';
import { useOwnPackages } from '../shared/runtime/own-packages.ts';

/** Leaves in the catalogues that a program has with it only what it says: messages whose names begin so. */
const onlyMessages = (...beginnings: readonly string[]): Plugin => ({
  name: 'only-messages',
  load: {
    filter: { id: /\/i18n\/[a-z]+\.json$/ },
    handler: async (file) => {
      const messages: Readonly<Record<string, string>> = JSON.parse(await readFile(file, 'utf8'));
      const kept = Object.entries(messages).filter(([key]) =>
        beginnings.some((beginning) => key.startsWith(beginning)),
      );
      return JSON.stringify(Object.fromEntries(kept));
    },
  },
});

interface Program {
  /** The module that it begins with, from `pages/`. */
  readonly entry: string;
  readonly output: Rolldown.OutputOptions;
  readonly messages: readonly string[];
}

const programs = {
  /** One file with all that is needed to sign in and find a consent, and those that it imports later. It fetches a catalogue itself. */
  console: {
    entry: 'console/main.tsx',
    output: {
      entryFileNames: 'console-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      assetFileNames: 'console-[hash][extname]',
      codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] },
    },
    messages: ['personPage.', 'arrival.', 'evidence.'],
  },
  /** One text, which a page has in it. */
  verifier: {
    entry: 'verify/main.tsx',
    output: { format: 'iife' },
    messages: ['verify.', 'arrival.', 'evidence.'],
  },
  /** One text, which asks the register that serves it for its keys. */
  keyLoader: { entry: 'verify/load-register-keys.ts', output: { format: 'iife' }, messages: [] },
} as const satisfies Readonly<Record<string, Program>>;

type Built = Rolldown.RolldownOutput['output'];

/** Vite loads packages that happen to be there, and looks for them above the clone. */
const loadVite = async () => {
  useOwnPackages();
  return import('vite');
};

let vite: ReturnType<typeof loadVite> | undefined;

/** Builds a program for browsers. The same code gives the same files, whatever the folder and the environment. */
const buildProgram = async ({ entry, output, messages }: Program): Promise<Built> => {
  vite ??= loadVite();
  const { build } = await vite;
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    envDir: false,
    publicDir: false,
    css: { postcss: {} },
    mode: 'production',
    base: '/console/',
    logLevel: 'error',
    plugins: [onlyMessages(...messages)],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      write: false,
      target: 'es2024',
      cssTarget: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, entry),
        tsconfig: false,
        output: { comments: false, ...output },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
};

/** The program of the console. */
interface ConsoleProgram {
  readonly files: readonly ConsoleFile[];
  /** The name of the file that the page begins with. */
  readonly script: string;
  readonly style: string;
}

const toFile = (file: Built[number]): ConsoleFile =>
  file.type === 'chunk'
    ? { name: file.fileName, contentType: 'text/javascript; charset=utf-8', text: file.code }
    : { name: file.fileName, contentType: 'text/css; charset=utf-8', text: file.source.toString() };

export const bundleConsole = async (): Promise<ConsoleProgram> => {
  const [entry, ...others] = await buildProgram(programs.console);
  const style = others.find(({ type }) => type === 'asset')?.fileName ?? '';
  return { files: [entry, ...others].map(toFile), script: entry.fileName, style };
};

/** The program that verifies, as one text. No markup in its strings can end the script, or pass for the page's document. */
export const bundleVerifier = async (): Promise<string> => {
  const [{ code }] = await buildProgram(programs.verifier);
  return code.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3c`);
};

/** The program that loads the keys of the register for the page that verifies, as one text. */
export const bundleKeyLoader = async (): Promise<string> => {
  const [{ code }] = await buildProgram(programs.keyLoader);
  return code;
};

/** The modules whose code is in programs for browsers, from the root of the project. */
export const listBrowserModules = async (): Promise<readonly string[]> => {
  const built = (await Promise.all(Object.values(programs).map(buildProgram))).flat();
  const modules = built.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return modules.map((module) => relative(join(import.meta.dirname, '..'), module));
};
