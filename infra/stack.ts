import type { App, CfnElement } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import { toStackName } from '../shared/runtime/stage.ts';
import type { Options } from './options.ts';
import { Register } from './register.ts';

/** What a stack with nothing but a register is for. */
export const stackPurpose = 'records, finds and revokes consents over one table';

/** A stack with nothing but a register, which has its id `Default`. */
export class RegisterStack extends Stack {
  /**
   * The path in the tree without CDK's hash, as in LoginFunction. CDK refuses to synthesise two equal paths. As for
   * CDK, the id Default is no part of it.
   */
  protected override allocateLogicalId({ node }: CfnElement): string {
    const names = node.scopes.slice(this.node.scopes.length).map((scope) => scope.node.id);
    return names
      .filter((name) => name !== 'Resource' && name !== 'Default')
      .join('')
      .replace(/[^A-Za-z0-9]/g, '');
  }
}

/** The consent register as one stack for each stage. */
export class ConsentRegisterStack extends RegisterStack {
  constructor(app: App, options: Options) {
    super(app, toStackName(options.stage), {
      description: `Consent register: ${stackPurpose}`,
      env: { region: options.region, ...(options.account !== undefined && { account: options.account }) },
      terminationProtection: options.retainData,
      tags: { application: 'consent-register', stage: options.stage },
    });
    new Register(this, 'Default', options);
  }
}
