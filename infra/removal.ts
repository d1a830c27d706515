import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * What becomes of a resource that holds data when the stack, or a refactoring, would delete it. When the creation of the stack
 * fails it holds nothing yet, and goes.
 */
export const removalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same for the table and its key, which also stay when the creation fails: CloudFormation could not delete a table
 * that is protected, and the rollback would fail with it. docs/deploy.md says how to take both away.
 */
export const tableRemovalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
