import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationSet, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { confirmationPageRoutes, confirmingRoutes } from '../shared/api/other-routes.ts';
import { tableAccess } from './access.ts';
import { addressOf, createPublicFunction } from './api.ts';
import { toResourceName } from './code.ts';
import { endpointOf } from './function.ts';
import type { RegisterOptions } from './register-name.ts';
import { nameConfigurationSet } from './register-name.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse } from './tables.ts';

/** Who sends the mails of a stage. */
export interface Sender {
  readonly from: string;
  readonly configurationSet: string;
}

/**
 * The sender of the options, with a configuration set of its own: it follows nobody who opens a mail or a link, and sends nothing
 * to addresses that bounced or complained. Undefined in a stage that sends no mail.
 */
export const createSender = (scope: Construct, { name, mailFrom }: RegisterOptions): Sender | undefined => {
  if (mailFrom === undefined) return undefined;
  const { configurationSetName } = new ConfigurationSet(scope, 'Mail', {
    configurationSetName: nameConfigurationSet(name),
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    vdmOptions: { engagementMetrics: false },
  });
  return { from: mailFrom, configurationSet: configurationSetName };
};

/** The variables of the function that sends mail. */
export const mailEnvironment = (
  scope: Construct,
  httpApi: HttpApi,
  { from, configurationSet }: Sender,
  options: RegisterOptions,
) => ({
  MAIL_FROM: from,
  MAIL_CONFIGURATION_SET: configurationSet,
  LINK_BASE_URL: addressOf(httpApi, options),
  AWS_ENDPOINT_URL_SESV2: endpointOf('email', scope),
});

/**
 * Lets a role send mail from the address alone, whether it or its domain is the identity, with the configuration set alone. Bounces,
 * which may quote the link, go to no other address.
 */
export const allowSending = (scope: Construct, { from, configurationSet }: Sender): PolicyStatement => {
  const arnOf = (resource: string, resourceName: string): string =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  const [, domain = ''] = from.split('@');
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [arnOf('identity', from), arnOf('identity', domain), arnOf('configuration-set', configurationSet)],
    conditions: {
      StringEquals: { 'ses:FromAddress': from },
      StringEqualsIfExists: { 'ses:FeedbackAddress': from },
    },
  });
};

/** The two functions behind links of mails: the one that answers GET and HEAD may write nothing but how much was read. */
const definitions = {
  confirmationPage: {
    routes: confirmationPageRoutes,
    description: 'Shows what a mailbox is asked to confirm',
    timeout: Duration.seconds(10),
  },
  confirmation: {
    routes: confirmingRoutes,
    description: 'Records what a mailbox confirms',
    timeout: Duration.seconds(28),
  },
} as const;

const reason = 'The secret in the path, which only the mail has, is the credential; people who open it have no token.';

/** Creates the functions behind links of mails with their routes. */
export const createConfirmationFunctions = (
  scope: Construct,
  httpApi: HttpApi,
  { table, key }: Pick<Stores, 'table' | 'key'>,
  options: RegisterOptions,
): {
  readonly functions: Readonly<Record<keyof typeof definitions, LambdaFunction>>;
  readonly routes: readonly HttpRoute[];
} => {
  const create = (name: keyof typeof definitions) => {
    const parts = new Construct(scope, toResourceName(name));
    return createPublicFunction(
      parts,
      httpApi,
      {
        name,
        ...definitions[name],
        environment: { TABLE_NAME: table.tableName, AWS_ENDPOINT_URL_DYNAMODB: endpointOf('dynamodb', parts) },
        statements: [
          ...allowAccess(tableAccess[name], table),
          allowKeyUse(tableAccess[name], key, ['dynamodb'], options),
        ],
        reason,
      },
      options,
    );
  };
  const [page, confirming] = [create('confirmationPage'), create('confirmation')];
  return {
    functions: { confirmationPage: page.handler, confirmation: confirming.handler },
    routes: [...page.routes, ...confirming.routes],
  };
};
