import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Environment variables by which `npm run explore mutation` tells the engine's processes what to take. */
export const variables = { share: 'MUTATION_SHARE', seed: 'MUTATION_SEED', results: 'MUTATION_RESULTS' } as const;

/** As much of Babel's path as is used here. */
interface NodePath {
  readonly node: { readonly start?: number | null };
  readonly parentPath?: { isProgram(): boolean } | null;
  getSource(): string;
}

/** Whether a declaration is in the sample; the same whenever its text and the seed are. */
const isTaken = (source: string, share: number, seed: string): boolean =>
  createHash('sha256').update(seed).update(source).digest().readUInt32BE() % share === 0;

/** Stryker takes a seeded sample of the declarations, and each result is written down as it comes, since a run may be ended before all are there. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sample', {
    shouldIgnore(path: NodePath): string | undefined {
      const share = Number(process.env[variables.share] ?? 1);
      if (path.parentPath?.isProgram() !== true) return undefined;
      return isTaken(path.getSource(), share, process.env[variables.seed] ?? '') ? undefined : 'not in the sample';
    },
  }),
  declareValuePlugin(PluginKind.Reporter, 'record', {
    onMutantTested(result: object): void {
      appendFileSync(process.env[variables.results] ?? '', `${JSON.stringify(result)}\n`);
    },
  }),
];
