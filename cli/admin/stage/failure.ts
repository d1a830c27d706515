import { Problem } from '../../../shared/problem.ts';
import { isTransient } from '../../../shared/store/unavailable.ts';
import { Stop } from '../../stop.ts';

const noCredentials = 'No AWS credentials were found. Log in, or name a profile with AWS_PROFILE.';
const expired = 'Your AWS credentials have expired. Log in again.';
const unknownCredentials = 'AWS does not accept your credentials. Log in again, and check AWS_PROFILE and the clock.';

/** What an AWS client says, by the name of its error -> what the operator can do. */
const advice: Readonly<Record<string, string>> = {
  CredentialsProviderError: noCredentials,
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  UnrecognizedClientException: unknownCredentials,
  InvalidClientTokenId: unknownCredentials,
  InvalidSignatureException: unknownCredentials,
  SignatureDoesNotMatch: unknownCredentials,
};

const networkCodes: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

const explain = (error: Error, label: string): string | undefined => {
  if (/region is missing/i.test(error.message)) {
    return 'No region is set. Say --region, put it into the file of the stage, or set AWS_REGION.';
  }
  if (/^AccessDenied/.test(error.name)) return `Your credentials may not do this. AWS says: ${error.message}`;
  if (error.name === 'ResourceNotFoundException') return `Not found: ${label}. Check the name and the region.`;
  if (error.name === 'TimeoutError' || ('code' in error && networkCodes.has(error.code))) {
    return `${label} cannot be reached. Check the network, the region and the endpoints in the environment.`;
  }
  if (error instanceof Problem || isTransient(error)) {
    return 'The table is busy. `log list` tells whether the change was made; try again in a moment.';
  }
  return advice[error.name];
};

/** The error as one clear line where it is about the way to the register; otherwise the error itself. */
export const toStop = (error: unknown, label: string): unknown => {
  if (error instanceof Stop || !(error instanceof Error)) return error;
  const message = explain(error, label);
  return message === undefined ? error : new Stop(message, 'unreachable');
};
