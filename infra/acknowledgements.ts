import { Validations } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import type { OperationDefinition } from '../shared/operation-definition.ts';

const waiting = 'API Gateway and Secrets Manager wait for the answer and get the error; no event is ever queued.';

/**
 * What the rules find in a function and stays as it is, with the reason.
 *
 * @param failures what becomes of a call that fails
 */
export const acknowledgeFunction = (scope: Construct, failures = waiting): void => {
  Validations.of(scope).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Traces are sent by xray:PutTraceSegments and xray:PutTelemetryRecords, which have no resources.',
    },
    { id: 'Serverless-LambdaDLQ', reason: failures },
    { id: 'Serverless-LambdaAsyncFailureDestination', reason: failures },
  );
};

/** API Gateway checks no token of a request on this route, for the reason. */
export const acknowledgePublicRoute = (route: HttpRoute, reason: string): void =>
  Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });

/** API Gateway checks no token: the function does, against the session as it is now, so that ending one takes effect. */
export const acknowledgeRoute = (route: HttpRoute, operation: OperationName): void => {
  const { access }: OperationDefinition = contract[operation];
  acknowledgePublicRoute(
    route,
    access === 'anyone'
      ? 'Callers come here for a token, so they have none.'
      : 'The function verifies the access token and reads its session; an authorizer could know the signature only.',
  );
};
