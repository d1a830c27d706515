/**
 * Feature flags of CDK that change the template of a register, with the value that it is made for. Each register sets
 * them for itself, so it is the same in every app.
 */
export const registerFlags = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-lambda:createNewPoliciesWithAddToRolePolicy': false,
} as const;

/** The same for a stack of its own: only an app and its stacks can have these. */
export const stackFlags = {
  '@aws-cdk/core:enablePartitionLiterals': true,
} as const;
