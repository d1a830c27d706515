import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { bundle } from '../../../infra/bundle.ts';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack } from '../../../infra/stack.ts';
import { contract } from '../../../shared/contract.ts';

/** A bundle with its name and the directory that it would be deployed from. */
export interface BuiltBundle {
  readonly name: string;
  readonly directory: string;
}

export const emptyHandler = 'empty handler';
export const documentClient = 'document client alone';

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Of an operation its name. */
const nameOf = ({ node }: NodejsFunction): string => lowerFirst(node.scope?.node.id ?? '');

const find = (construct: NodejsFunction, name: string, outdir: string): BuiltBundle => {
  const code = construct.node.findChild('Code');
  if (!(code instanceof Asset)) throw new Error(`CDK has not bundled ${name}.`);
  return { name, directory: join(outdir, code.assetPath) };
};

/** Builds what the functions are compared with, and the functions of the stack, all in the same way. */
export const build = (outdir: string): readonly BuiltBundle[] => {
  const app = new App({ outdir, context: { metafile: true } });
  const baselines = new Stack(app, 'Baselines');
  const newBaseline = (name: string, file: string): BuiltBundle =>
    find(new NodejsFunction(baselines, name, bundle(baselines, `test/bench/cold-start/${file}`)), name, outdir);
  const functions = new ConsentRegisterStack(app, parseOptions({})).node
    .findAll()
    .filter((construct) => construct instanceof NodejsFunction)
    .filter((construct) => nameOf(construct) in contract);
  return [
    newBaseline(emptyHandler, 'empty-handler.ts'),
    newBaseline(documentClient, 'document-client-handler.ts'),
    ...functions.map((construct) => find(construct, nameOf(construct), outdir)),
  ];
};
