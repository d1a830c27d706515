import type { CfnElement } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import { addRoute, createApi } from './api.ts';
import { createFunction } from './function.ts';
import { createSigningKey } from './signing-key.ts';
import { createTable } from './table.ts';

const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Everything the consent register consists of, for any account and region. */
export class ConsentRegisterStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Consent register: records, finds and revokes consents over one table' });
    const table = createTable(this);
    const signingKey = createSigningKey(this);
    const api = createApi(this);
    for (const operation of Object.keys(contract) as OperationName[]) {
      const parts = new Construct(this, capitalise(operation));
      addRoute(parts, api, operation, createFunction(parts, operation, { table, signingKey }));
    }
    new CfnOutput(this, 'ApiUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }

  /** The path in the tree without CDK's hash, as in LoginFunction. CDK refuses to synthesise two that are the same. */
  protected override allocateLogicalId({ node }: CfnElement): string {
    const names = node.scopes.slice(this.node.scopes.length).map((scope) => scope.node.id);
    return names
      .filter((name) => name !== 'Resource')
      .join('')
      .replace(/[^A-Za-z0-9]/g, '');
  }
}
