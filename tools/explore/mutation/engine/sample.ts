/** A plugin of Stryker: leaves out all but a seeded sample of the code, by declarations of a module. */
import { createHash } from 'node:crypto';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { variables } from './variables.ts';

/** As much of Babel's path as is used here. */
interface NodePath {
  readonly node: { readonly start?: number | null };
  readonly parentPath?: { isProgram(): boolean } | null;
  getSource(): string;
}

/** Whether a declaration is in the sample; the same whenever its text and the seed are. */
const isTaken = (source: string, share: number, seed: string): boolean =>
  createHash('sha256').update(seed).update(source).digest().readUInt32BE() % share === 0;

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', {
    shouldIgnore(path: NodePath): string | undefined {
      const share = Number(process.env[variables.share] ?? 1);
      if (path.parentPath?.isProgram() !== true) return undefined;
      return isTaken(path.getSource(), share, process.env[variables.seed] ?? '') ? undefined : 'not in the sample';
    },
  }),
];
