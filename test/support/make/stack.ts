import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { stackFlags } from '../../../infra/acknowledgements.ts';
import type { Actor, FunctionName } from '../../../infra/code.ts';
import type { Options } from '../../../infra/options.ts';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack, gatherOptions } from '../../../infra/stage-app.ts';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import { toRouteKey } from '../call/event.ts';
import { buildOnce } from './built.ts';
import { newFolder } from './machine.ts';

/** What CDK has made of a set of options. */
export interface Synthesis {
  readonly template: Template;
  readonly stackName: string;
  readonly terminationProtection: boolean | undefined;
  /** Of all that is in the stack, as CDK names it. */
  readonly paths: readonly string[];
  /** Hash of an asset -> the folder that it is. */
  readonly assets: ReadonlyMap<string, string>;
}

/** What CDK writes beside a template of the assets that it names. */
interface AssetManifest {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>;
}

/** Assets stay where they are, and nothing is checked by the rules of CloudFormation and cdk-nag: `app.test.ts` does. */
const synthesiseAnew = async (options: Options): Promise<Synthesis> => {
  await buildOnce();
  const outdir = newFolder();
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { ...stackFlags, 'aws:cdk:disable-asset-staging': true },
  });
  const stack = new ConsentRegisterStack(app, options);
  const { stackName, terminationProtection } = stack;
  const template = Template.fromStack(stack);
  const paths = stack.node.findAll().map(({ node }) => node.path);
  const { files }: AssetManifest = JSON.parse(await readFile(join(outdir, `${stackName}.assets.json`), 'utf8'));
  const assets = new Map(Object.entries(files).map(([hash, { source }]) => [hash, resolve(outdir, source.path)]));
  return { template, stackName, terminationProtection, paths, assets };
};

declare global {
  /** Kept for the worker: its modules are read anew after a file that changed the environment. */
  var synthesesOfWorker: Map<string, Promise<Synthesis>> | undefined;
}

/**
 * Synthesises the stack with these options: once for all test files of a worker.
 *
 * @param observe gives the stack other options in the place of those, such as ones that tell what is read of them
 */
export const synthesise = (
  given: Readonly<Record<string, unknown>> = {},
  observe?: (options: Options) => Options,
): Promise<Synthesis> => {
  const options = parseOptions({ region: 'us-east-1', ...gatherOptions(given) });
  if (observe) return synthesiseAnew(observe(options));
  globalThis.synthesesOfWorker ??= new Map();
  const key = JSON.stringify(options);
  const synthesis = globalThis.synthesesOfWorker.get(key) ?? synthesiseAnew(options);
  globalThis.synthesesOfWorker.set(key, synthesis);
  return synthesis;
};

/** A statement of a policy, as CloudFormation has it. */
interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The function of a logical id, with its role and the statements of the role's policies. */
const findFunctionById = (template: Template, logicalId: string) => {
  const { Resources } = template.toJSON();
  const { Properties: properties } = Resources[logicalId];
  const [role] = properties.Role['Fn::GetAtt'];
  const statements: Statement[] = Object.values(template.findResources('AWS::IAM::Policy'))
    .map((policy) => policy.Properties)
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return { logicalId, properties, role: Resources[role].Properties, statements };
};

/** A job: of those that there are, the one that rotates the signing key unless another is named. */
export const findJob = (template: Template, actor: Exclude<Actor, OperationName> = 'rotateSigningKey') =>
  findFunctionById(template, `${actor.charAt(0).toUpperCase()}${actor.slice(1)}Function`);

const isOperation = (actor: Actor): actor is OperationName => actor in contract;

/** The function of an operation or a job. */
export const findActorsFunction = (template: Template, actor: Actor) =>
  isOperation(actor) ? findFunction(template, actor) : findJob(template, actor);

/** The function behind what is no operation. */
export const findNoOperation = (template: Template) => findFunctionById(template, 'NoOperationFunction');

/** The function that serves the console. */
export const findConsole = (template: Template) => findFunctionById(template, 'ConsoleFunction');

/** The function behind the route of an operation, and the statements of its role's policies. */
export const findFunction = (template: Template, operation: OperationName) => {
  const { Resources } = template.toJSON();
  const RouteKey = toRouteKey(contract[operation]);
  const [route] = Object.values(template.findResources('AWS::ApiGatewayV2::Route', { Properties: { RouteKey } }));
  const integration = Resources[route?.Properties.Target['Fn::Join'][1][1].Ref].Properties;
  return { ...findFunctionById(template, integration.IntegrationUri['Fn::GetAtt'][0]), integration };
};

/**
 * What a policy says of the two tables: each action with which of them it is on, the index, if it is on one, the partitions it is limited to, and the
 * attributes, if it is limited to some.
 */
export const tableStatements = (template: Template, actor: Actor) => {
  const { statements } = findActorsFunction(template, actor);
  return statements
    .filter(({ Action }) =>
      [Action].flat().some((action) => /^dynamodb:(?!.*(?:Stream|GetRecords|Shard))/.test(action)),
    )
    .flatMap(({ Action, Resource, Condition }) => {
      const beside = JSON.stringify(Resource).includes('LogTable') ? 'log' : undefined;
      const indexes = [...JSON.stringify(Resource).matchAll(/"\/index\/(\w+)"/g)].map(([, index]) => index);
      const stores = indexes.length > 0 ? indexes : [undefined];
      const partitions = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? ['*'];
      const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
      return stores.flatMap((index) =>
        [Action].flat().map((action) => ({
          action: action.replace('dynamodb:', ''),
          index,
          beside,
          partitions: [partitions].flat(),
          attributes: attributes && [attributes].flat(),
          select: Condition?.StringEqualsIfExists?.['dynamodb:Select']?.toString(),
        })),
      );
    });
};

const findByName = (template: Template, name: FunctionName) => {
  if (name === 'noOperation') return findNoOperation(template);
  return name === 'console' ? findConsole(template) : findActorsFunction(template, name);
};

/** The folder whose content Lambda gets as the code of a function. */
export const findFolder = ({ template, assets }: Synthesis, name: FunctionName): string => {
  const [hash = ''] = findByName(template, name).properties.Code.S3Key.split('.');
  const folder = assets.get(hash);
  if (folder === undefined) throw new Error(`The template has no code of ${name}.`);
  return folder;
};
