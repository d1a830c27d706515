import { Duration } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';

export const createApi = (scope: Construct): HttpApi => new HttpApi(scope, 'Api', { apiName: 'consent-register' });

/** Routes POST on the operation's path, and no other method, to its function. */
export const addRoute = (scope: Construct, httpApi: HttpApi, operation: OperationName, handler: IFunction): void => {
  new HttpRoute(scope, 'Route', {
    httpApi,
    routeKey: HttpRouteKey.with(contract[operation].path, HttpMethod.POST),
    integration: new HttpLambdaIntegration('Integration', handler, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      timeout: Duration.seconds(29),
    }),
  });
};
