import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * What happens to a resource that holds data when the stack, or a refactoring, would delete it. If the stack's creation
 * fails, the resource holds nothing yet and is deleted.
 */
export const removalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same for the table and its key, which stay even if the creation fails: CloudFormation cannot delete a protected
 * table, and the rollback would fail with it. docs/deploy.md says how to delete both.
 */
export const tableRemovalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
