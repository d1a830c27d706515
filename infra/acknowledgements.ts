import { Validations } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import type { OperationDefinition } from '../shared/api/operations.ts';

const waiting = 'API Gateway and Secrets Manager wait for the answer and receive the error; no event is ever queued.';

/**
 * Accepts what the rules find in a function, with the reasons.
 *
 * @param failures what happens to a call that fails
 */
export const acknowledgeFunction = (scope: Construct, failures = waiting): void => {
  Validations.of(scope).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'xray:PutTraceSegments and xray:PutTelemetryRecords, which send traces, have no resources.',
    },
    { id: 'Serverless-LambdaDLQ', reason: failures },
    { id: 'Serverless-LambdaAsyncFailureDestination', reason: failures },
  );
};

/** Accepts that API Gateway checks no token on this route, with the reason. */
export const acknowledgePublicRoute = (route: HttpRoute, reason: string): void =>
  Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });

/** API Gateway checks no token: the function does, against the current session, so that ending a session takes effect at once. */
export const acknowledgeRoute = (route: HttpRoute, operation: OperationName): void => {
  const { access }: OperationDefinition = contract[operation];
  acknowledgePublicRoute(
    route,
    access === 'anyone'
      ? 'Callers request a token on this route, so they have none yet.'
      : 'The function verifies the access token and reads its session; an authorizer could check only the signature.',
  );
};

/**
 * Feature flags of CDK that change the template of a register, with the value that it is made for. Each register sets
 * them for itself, so it is the same in every app but for the order in policies, and the form of the partition.
 */
export const registerFlags = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-lambda:createNewPoliciesWithAddToRolePolicy': false,
} as const;

/** The same for a stack of its own, which writes its policies in the order of their texts, and the partition as one. */
export const stackFlags = {
  ...registerFlags,
  '@aws-cdk/core:enablePartitionLiterals': true,
} as const;
