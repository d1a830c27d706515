import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { Problem } from '../../../shared/problem.ts';
import { isTransient } from '../../../shared/store/unavailable.ts';
import { CommandError } from '../../command-error.ts';

const noCredentials = 'No AWS credentials were found. Log in, or name a profile with AWS_PROFILE.';
const expired = 'Your AWS credentials have expired. Log in again.';
const unknownCredentials = 'AWS does not accept your credentials. Log in again, and check AWS_PROFILE and the clock.';
const busy = 'AWS is busy. Try again in a moment.';

/** What an AWS client says, by the name of its error -> what the operator can do. */
const advice: Readonly<Record<string, string>> = {
  CredentialsProviderError: noCredentials,
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  UnrecognizedClientException: unknownCredentials,
  InvalidClientTokenId: unknownCredentials,
  InvalidSignatureException: unknownCredentials,
  SignatureDoesNotMatch: unknownCredentials,
  IncompleteSignature: unknownCredentials,
  IncompleteSignatureException: unknownCredentials,
  MissingAuthenticationToken: unknownCredentials,
  MissingAuthenticationTokenException: unknownCredentials,
  RequestExpired: unknownCredentials,
  Throttling: busy,
};

/** DynamoDB has two names for it. */
const notFound: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'TableNotFoundException']);

const unreachable: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** What is wrong with the connection, where that is what failed. */
const explainConnection = (error: Error, label: string): string | undefined => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_URL') return 'An endpoint in the environment, such as AWS_ENDPOINT_URL, is not a URL.';
  if (broken.has(code)) {
    return `The connection to ${label} broke. Try again in a moment.`;
  }
  if (error.name === 'TimeoutError' || unreachable.has(code)) {
    return `${label} cannot be reached. Check the network, the region and the endpoints in the environment.`;
  }
  if (/deserialization error/i.test(error.message)) {
    return `What answers for ${label} is not AWS. Check the network, and the endpoints in the environment.`;
  }
  return undefined;
};

/** What is wrong with the region, where that is what failed. */
const explainRegion = ({ message }: Error, label: string): string | undefined => {
  if (/^region is missing/i.test(message)) {
    return `No region is set for ${label}. Say --region, put it into the file of the stage in stages/, or set AWS_REGION.`;
  }
  if (/^region not accepted/i.test(message)) {
    return `The region for ${label} is not valid. Check --region, the file of the stage in stages/, and AWS_REGION.`;
  }
  return undefined;
};

/** Whether the register itself gave this reason for a fault of the store. */
const hasReason = ({ cause }: Error, name: string): boolean => cause instanceof Error && cause.name === name;

const takenOver = 'Somebody else has finished what this command began. Run it again: it erases what is left.';

const explain = (error: Error, label: string): string | undefined => {
  if (hasReason(error, 'ErasureTakenOver')) return takenOver;
  if (/^AccessDenied/.test(error.name)) return `Your credentials may not do this. AWS says: ${error.message}`;
  if (notFound.has(error.name)) return `Not found: ${label}. Check the name and the region.`;
  if (error instanceof Problem || (error instanceof DynamoDBServiceException && isTransient(error))) {
    return 'The table is busy. Try again in a moment.';
  }
  return explainRegion(error, label) ?? explainConnection(error, label) ?? advice[error.name];
};

/** The error as one clear line where it is about the way to the register; otherwise the error itself. */
export const toCommandError = (error: unknown, label: string): unknown => {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  const message = explain(error, label) ?? (isTransient(error) ? busy : undefined);
  return message === undefined ? error : new CommandError(message, 'unreachable');
};
