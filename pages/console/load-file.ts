import { partFile } from './page-settings.ts';

let failures = 0;

/**
 * Loads a module that is a file of its own. A browser does not retry a module that failed to load, so each attempt after a failure has a new
 * address.
 *
 * @throws Error if the file cannot be loaded
 */
export const loadFile = async <Module>(file: string): Promise<Module> => {
  try {
    return await import(failures === 0 ? file : `${file}#${failures}`);
  } catch (error) {
    failures += 1;
    throw error;
  }
};

/** Parts of the console that nobody needs to find a consent. */
export interface Parts {
  /** What only editors use: most officers may only read. */
  readonly editors: typeof import('./acts/editors-pages.ts');
  /** What is said and asked about erasures. */
  readonly erasures: typeof import('./erasures/erasure-pages.ts');
  readonly overview: typeof import('./overview/overview.tsx');
  readonly comparison: typeof import('./notices/compared-versions.tsx');
  readonly user: typeof import('./user/user-page.tsx');
  readonly sanitiser: typeof import('../html/sanitise-in-browser.ts');
  readonly verifier: typeof import('../../verifier/verify.ts');
  /** A program of its own, for those who ask for a copy. */
  readonly copy: typeof import('./person/copy/mount-copy.tsx');
}

export type PartName = keyof Parts;

const loading: { [Name in keyof Parts]?: Promise<Parts[Name]> } = {};

/**
 * A part of the console, loaded once. Begin when somebody signs in: a later deployment has other files while the page stays open.
 *
 * @throws Error if its file cannot be loaded; the next call tries again
 */
export const loadPart = async <Name extends PartName>(name: Name): Promise<Parts[Name]> => {
  const started: Promise<Parts[Name]> = loading[name] ?? loadFile<Parts[Name]>(partFile(name));
  Object.assign(loading, { [name]: started });
  try {
    return await started;
  } catch (error) {
    delete loading[name];
    throw error;
  }
};

/** Begins to load what every signed-in reader may need next. */
export const loadPartsEarly = ({ mayWrite }: { readonly mayWrite: boolean }): void => {
  const names: readonly PartName[] = [
    'verifier',
    'sanitiser',
    'erasures',
    'overview',
    'comparison',
    'user',
    ...(mayWrite ? (['editors'] as const) : []),
  ];
  for (const name of names) loadPart(name).catch(() => {});
};
