/** The AWS account in an ARN; undefined where it has none, as in a token of CDK. */
export const accountIn = (arn: unknown): string | undefined =>
  typeof arn === 'string' ? /^(?:[^:]*:){4}(\d{12}):/.exec(arn)?.[1] : undefined;
