import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * Where the private signing key is kept. Until an operator has put the first key pair in, it holds a random text, with
 * which nothing can be signed.
 */
export const createSigningKey = (scope: Construct): Secret =>
  new Secret(scope, 'SigningKey', { description: 'Private key that signs access tokens (ES256), with its name' });
