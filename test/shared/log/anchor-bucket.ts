import { S3Client } from '@aws-sdk/client-s3';
import { onTestFinished, vi } from 'vitest';
import type { S3Options } from '../../../cli/local/s3.ts';
import { startS3 } from '../../../cli/local/s3.ts';

export const bucket = 'consent-register-test-anchors';

/** A bucket for one test, which the clients of AWS find by the environment, and a client that does what an operator can do. */
export const startBucket = async (options: Omit<S3Options, 'bucket'> = {}): Promise<S3Client> => {
  const { endpoint, stop } = await startS3({ bucket, ...options });
  onTestFinished(() => {
    stop();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return new S3Client({ maxAttempts: 1 });
};
