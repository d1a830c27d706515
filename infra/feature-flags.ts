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
