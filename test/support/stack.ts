import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { toRouteKey } from '../../cli/local/functions.ts';
import { ConsentRegisterStack } from '../../infra/stack.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';

/** What CDK has made: the template, and the directory with the assets beside it. */
export interface Synthesis {
  readonly template: Template;
  readonly directory: string;
}

/**
 * Synthesises the stack into a directory outside the project, which is removed when the test file ends. What each bundle
 * consists of is written beside it.
 */
export const synthesise = async ({ bundling }: { readonly bundling: boolean }): Promise<Synthesis> => {
  const directory = await mkdtemp(join(tmpdir(), 'consent-register-synth-'));
  afterAll(() => rm(directory, { recursive: true }));
  const app = new App({
    outdir: directory,
    context: bundling ? { metafile: true } : { 'aws:cdk:bundling-stacks': [] },
  });
  return { template: Template.fromStack(new ConsentRegisterStack(app, 'ConsentRegister')), directory };
};

/** The function behind the route of an operation, and the statements of its role's policies. */
export const findFunction = (template: Template, operation: OperationName) => {
  const { Resources } = template.toJSON();
  const RouteKey = toRouteKey(contract[operation]);
  const [route] = Object.values(template.findResources('AWS::ApiGatewayV2::Route', { Properties: { RouteKey } }));
  const integration = Resources[route?.Properties.Target['Fn::Join'][1][1].Ref].Properties;
  const { Properties: properties } = Resources[integration.IntegrationUri['Fn::GetAtt'][0]];
  const [role] = properties.Role['Fn::GetAtt'];
  const statements = Object.values(template.findResources('AWS::IAM::Policy'))
    .map((policy) => policy.Properties)
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return { properties, integration, role: Resources[role].Properties, statements };
};

/** The directory whose content Lambda gets as a function's code. */
export const findCode = async ({ template, directory }: Synthesis, operation: OperationName): Promise<string> => {
  const { files } = JSON.parse(await readFile(join(directory, 'ConsentRegister.assets.json'), 'utf8'));
  const [hash] = findFunction(template, operation).properties.Code.S3Key.split('.');
  return join(directory, files[hash].source.path);
};
