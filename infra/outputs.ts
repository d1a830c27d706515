import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { stackOutputs } from '../shared/runtime/stage.ts';
import { outputPrefix } from './register-name.ts';

/** Adds an output by which commands and people find a part of the register. */
export const addOutput = (register: Construct, name: keyof typeof stackOutputs, value: string): void => {
  const output = new CfnOutput(register, stackOutputs[name], { value });
  output.overrideLogicalId(`${outputPrefix(register)}${stackOutputs[name]}`);
};
