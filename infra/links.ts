import { Duration } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { linkPageRoutes, withdrawalRoutes } from '../shared/api/other-routes.ts';
import { tableAccess } from './access.ts';
import { addressOf, createPublicFunction } from './api.ts';
import { toResourceName } from './code.ts';
import { endpointOf } from './function.ts';
import { allowReadingSecret } from './keys.ts';
import { logAccess } from './log-access.ts';
import type { RegisterOptions } from './register-name.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse } from './tables.ts';

/** The stores of a stage that has links. */
type LinkStores = Pick<Stores, 'table' | 'key' | 'log'> & { readonly linkSecret: Pick<ISecret, 'secretArn'> };

/** The variables of a function that makes or reads links. */
export const linkEnvironment = (
  scope: Construct,
  httpApi: HttpApi,
  { secretArn }: Pick<ISecret, 'secretArn'>,
  options: RegisterOptions,
) => ({
  LINK_SECRET: secretArn,
  LINK_BASE_URL: addressOf(httpApi, options),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpointOf('secretsmanager', scope),
});

/** The two functions behind links: the one that answers GET and HEAD may write nothing but how much was read. */
const definitions = {
  linkPage: {
    routes: linkPageRoutes,
    description: 'Shows a person the page of their link',
    timeout: Duration.seconds(15),
  },
  linkWithdrawal: {
    routes: withdrawalRoutes,
    description: 'Withdraws what a person asks for by their link',
    timeout: Duration.seconds(28),
  },
} as const;
type LinkFunction = keyof typeof definitions;

/** Creates the functions behind links with their routes. */
export const createLinkFunctions = (
  scope: Construct,
  httpApi: HttpApi,
  { table, key, log, linkSecret }: LinkStores,
  options: RegisterOptions,
): {
  readonly functions: Readonly<Record<LinkFunction, LambdaFunction>>;
  readonly routes: readonly HttpRoute[];
} => {
  const create = (name: LinkFunction) => {
    const parts = new Construct(scope, toResourceName(name));
    const ofLog = logAccess[name] ?? [];
    return createPublicFunction(
      parts,
      httpApi,
      {
        name,
        ...definitions[name],
        environment: {
          TABLE_NAME: table.tableName,
          AWS_ENDPOINT_URL_DYNAMODB: endpointOf('dynamodb', parts),
          ...linkEnvironment(parts, httpApi, linkSecret, options),
          ...(ofLog.length > 0 && { LOG_TABLE_NAME: log.table.tableName }),
        },
        statements: [
          ...allowAccess(tableAccess[name], table),
          ...allowAccess(ofLog, log.table),
          allowKeyUse([...tableAccess[name], ...ofLog], key, ['dynamodb', 'secretsmanager'], options),
          allowReadingSecret(linkSecret),
        ],
        reason:
          'The link in the path is the only credential, encrypted by the register; people who open it have no token.',
      },
      options,
    );
  };
  const [page, withdrawal] = [create('linkPage'), create('linkWithdrawal')];
  return {
    functions: { linkPage: page.handler, linkWithdrawal: withdrawal.handler },
    routes: [...page.routes, ...withdrawal.routes],
  };
};
