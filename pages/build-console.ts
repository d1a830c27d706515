import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import { browserBundle } from './browser-bundle.ts';
import { emptyPage, framePolicy, pagePolicy, toPage } from './hosting-page.ts';

/** A file of the console. */
export interface ConsoleFile {
  /** The last part of its address; the page's is empty. All others change with the content of the file. */
  readonly name: string;
  readonly contentType: string;
  /** For a page: its content security policy, including who may frame it. */
  readonly policy?: string;
  readonly text: string;
}

const html = 'text/html; charset=utf-8';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The address of a file, relative to the page. */
const toAddress = (name: string): string => `console/${name}`;

const hashName = (name: string, extension: string, text: string): string => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `${name}-${hash}${extension}`;
};

/** The program, its style, and the chunks that it loads at once or on demand. */
interface Parts {
  readonly files: readonly ConsoleFile[];
  readonly script: string;
  readonly style: string;
  /** Language (BCP 47) -> the file with its words. */
  readonly words: Readonly<Record<string, string>>;
  /** The chunks that the program needs to start. */
  readonly preloaded: readonly string[];
}

const root = join(import.meta.dirname, 'console');

/** Language (BCP 47) -> the module with its words, for each language that is not part of the program. */
const findLanguages = async (): Promise<Readonly<Record<string, string>>> => {
  const modules = (await readdir(join(root, 'words/loaded'))).toSorted();
  return Object.fromEntries(modules.map((module) => [basename(module, '.ts'), `words/loaded/${module}`]));
};

const buildParts = async (): Promise<Parts> => {
  const languages = await findLanguages();
  const named = Object.entries(languages).map(([language, module]) => [`console-${language}`, module]);
  const { outputFiles, metafile } = await build({
    entryPoints: { console: 'main.tsx', 'console-style': 'style/console.css', ...Object.fromEntries(named) },
    absWorkingDir: root,
    outdir: '.',
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'console-[name]-[hash]',
    metafile: true,
    ...browserBundle,
  });
  const files = outputFiles.map(({ path, text }) => ({
    name: basename(path),
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    text,
  }));
  const outputs = Object.entries(metafile.outputs);
  const madeOf = (entry: string): string => outputs.find(([, { entryPoint }]) => entryPoint === entry)?.[0] ?? '';
  const script = madeOf('main.tsx');
  const { imports = [] } = metafile.outputs[script] ?? {};
  return {
    files,
    script,
    style: madeOf('style/console.css'),
    words: Object.fromEntries(Object.entries(languages).map(([name, entry]) => [name, madeOf(entry)])),
    preloaded: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  };
};

/** The inputs of the console's files, in addition to its code. */
interface Making {
  /** The page that it saves evidence in. */
  readonly evidencePage: string;
  /** The origin of the service, if it differs from the page's. */
  readonly service?: string | undefined;
}

/** Builds the files of the console: the same code gives the same files. */
export const buildConsole = async ({ evidencePage, service }: Making): Promise<readonly ConsoleFile[]> => {
  const { files, script, style, words, preloaded } = await buildParts();
  const frame = {
    name: hashName('frame', '.html', emptyPage),
    contentType: html,
    policy: `${framePolicy}; frame-ancestors 'self'`,
    text: emptyPage,
  };
  /** Served as text, not as a page at the console's origin: it runs only after somebody saved it. */
  const evidence = {
    name: hashName('evidence', '.txt', evidencePage),
    contentType: 'text/plain; charset=utf-8',
    text: evidencePage,
  };
  const page = {
    name: '',
    contentType: html,
    policy: `${pagePolicy(service)}; frame-ancestors 'none'`,
    text: toPage({
      script: toAddress(script),
      preloaded: preloaded.map(toAddress),
      style: toAddress(style),
      frame: toAddress(frame.name),
      evidencePage: toAddress(evidence.name),
      words: Object.fromEntries(Object.entries(words).map(([language, name]) => [language, toAddress(name)])),
      service,
    }),
  };
  return [page, ...files, frame, evidence];
};
