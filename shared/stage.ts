/** The stack of a stage, in CloudFormation. */
export const toStackName = (stage: string): string => `ConsentRegister-${stage}`;

/** What a deployment tells of itself: names of the stack's outputs. */
export const stackOutputs = {
  apiUrl: 'ApiUrl',
  tableName: 'TableName',
  signingKeySecret: 'SigningKeySecret',
  dashboardName: 'DashboardName',
} as const;
