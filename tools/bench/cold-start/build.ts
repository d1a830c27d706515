import { dirname, join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { build as bundle } from 'esbuild';
import { findCode } from '../../../infra/code.ts';
import { functionBundle } from '../../../infra/function.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { buildOnce } from '../../../test/support/built.ts';
import type { Output } from '../../../test/support/metafile.ts';
import { readOutput } from '../../../test/support/metafile.ts';
import type { Synthesis } from '../../../test/support/stack.ts';
import { findFunction, synthesise } from '../../../test/support/stack.ts';

/** A bundle with its name, the directory that it would be deployed from, what is in it, and its variables. */
export interface BuiltBundle {
  readonly name: string;
  readonly directory: string;
  readonly output: Output;
  readonly environment: Readonly<Record<string, string>>;
}

export const emptyHandler = 'empty handler';
export const documentClient = 'document client alone';

/** What the functions are compared with. */
const baselines: Readonly<Record<string, string>> = {
  'empty-handler': emptyHandler,
  'document-client-handler': documentClient,
};

const toBaseline = ([path, output]: [string, Metafile['outputs'][string]]): BuiltBundle => {
  const file = join(functionBundle.absWorkingDir, path);
  const directory = dirname(file);
  return { name: baselines[relative(join(directory, '..'), directory)] ?? '', directory, output, environment: {} };
};

/** Of the function in the template, with a made-up value for what only a deployment knows. */
const environmentOf = ({ template }: Synthesis, name: OperationName): Readonly<Record<string, string>> => {
  const { Variables } = findFunction(template, name).properties.Environment;
  return Object.fromEntries(
    Object.entries(Variables).map(([key, value]) => [key, typeof value === 'string' ? value : 'made-up']),
  );
};

/** Builds what the functions are compared with, and the functions, all in the same way. */
export const build = async (outdir: string): Promise<readonly BuiltBundle[]> => {
  await buildOnce();
  const entryPoints = Object.keys(baselines).map((name) => ({
    in: `tools/bench/cold-start/${name}.ts`,
    out: `${name}/index`,
  }));
  const { metafile } = await bundle({ ...functionBundle, entryPoints, outdir });
  const synthesis = await synthesise();
  const functions = (Object.keys(contract) as OperationName[]).map(async (name) => {
    const environment = environmentOf(synthesis, name);
    return { name, directory: findCode(name), output: await readOutput(name), environment };
  });
  return [...Object.entries(metafile.outputs).map(toBaseline), ...(await Promise.all(functions))];
};
