import { RemovalPolicy } from 'aws-cdk-lib';

/** What becomes of a resource that holds data when the stack, or a refactoring, would delete it. */
export const removalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
