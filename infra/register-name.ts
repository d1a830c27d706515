import { CfnOutput, Names, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { stackOutputs } from '../shared/runtime/stage.ts';
import type { FunctionName } from './code.ts';
import type { Options } from './options.ts';

/** What the stack of a register decides of it, and no option. */
export interface Placement {
  /** What names of its resources begin with. */
  readonly name: string;
  /** Where Lambda gets the code of a function from. */
  readonly codeOf: (name: FunctionName) => Code;
}

/** The options of a register, with what its stack decides. */
export interface RegisterOptions extends Options, Placement {}

/** The name of a vault has at most 50 characters, and nine of them come from the id of the stack. */
const longestName = 40;

/**
 * What names of resources begin with: that of the stack for its `Default` child, and otherwise a name that CDK makes of
 * the stack and the path in it, with a hash. So no other register of the account has it in this region.
 */
export const nameRegister = (register: Construct): string =>
  Names.uniqueResourceName(register, {
    maxLength: longestName,
    separator: '-',
    allowedSpecialCharacters: '-',
  });

/** The name without what each stack of its own begins with: the stage. Undefined for a register in another stack. */
const ofOwnStack = (name: string): string | undefined => /^ConsentRegister-(.+)$/.exec(name)?.[1];

/** The name of the API, and of its log. */
export const nameApi = (name: string): string => {
  const stage = ofOwnStack(name);
  return stage === undefined ? name : `consent-register-${stage}`;
};

/** The name of the configuration set for its mails. */
export const nameConfigurationSet = (name: string): string => `${name}-mail`;

/** The namespace of a register's own metrics. No stage is called `in/...`. */
export const metricNamespace = (name: string): string => `ConsentRegister/${ofOwnStack(name) ?? `in/${name}`}`;

/** What the ids of a register's outputs begin with: its path in the stack, without the id `Default`. */
export const outputPrefix = ({ node }: Construct): string =>
  node.scopes
    .slice(node.scopes.findLastIndex(Stack.isStack) + 1)
    .map(({ node: { id } }) => id)
    .filter((id) => id !== 'Default')
    .join('')
    .replace(/[^A-Za-z0-9]/g, '');

/** The tag of keys and secrets by which policies of operators distinguish those of a register from all others (infra/policies.ts). */
export const registerTag = {
  key: 'consent-register',
  of: (stack: string, stage: string): string => `${stack}/${stage}`,
} as const;

/** Adds an output by which commands and people find a part of the register. */
export const addOutput = (register: Construct, name: keyof typeof stackOutputs, value: string): void => {
  const output = new CfnOutput(register, stackOutputs[name], { value });
  output.overrideLogicalId(`${outputPrefix(register)}${stackOutputs[name]}`);
};
