import { existsSync } from 'node:fs';
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { nameStageFile, stageFilePath } from '../../infra/stage-file.ts';
import { Problem } from '../../shared/api/problem.ts';
import { DamagedLeaf } from '../../shared/log/blocks.ts';
import { DamagedLog } from '../../shared/log/tiles.ts';
import { MissingVersion } from '../../shared/notices/lineage.ts';
import { isTransient } from '../../shared/store/table.ts';
import { CommandError } from '../errors.ts';

const noCredentials = 'No AWS credentials were found. Log in to AWS, or name a profile with AWS_PROFILE.';
const expired = 'Your AWS credentials have expired. Log in to AWS again.';
const unknownCredentials =
  'AWS does not accept your credentials. Log in to AWS again, and check AWS_PROFILE and the clock.';
const busy = 'AWS is busy. Try again in a moment.';

/** The name of an AWS client's error -> what the operator can do. */
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

/** DynamoDB has two names for this error. */
const notFound: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'TableNotFoundException']);

const unreachable: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** What is wrong with the connection, if that failed. */
const explainConnection = (error: Error, label: string): string | undefined => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_URL')
    return 'An endpoint in the environment, such as AWS_ENDPOINT_URL, is not a URL. Correct it, or unset it.';
  if (broken.has(code)) {
    return `The connection to ${label} broke. Try again in a moment.`;
  }
  if (error.name === 'TimeoutError' || unreachable.has(code)) {
    return `${label} cannot be reached. Check the network, the region and the endpoints in the environment.`;
  }
  if (/deserialization error/i.test(error.message)) {
    return `The answer for ${label} is not from AWS. Check the network, and the endpoints in the environment.`;
  }
  return undefined;
};

/** What is wrong with the region, if that failed. */
const explainRegion = ({ message }: Error, label: string): string | undefined => {
  const [, stage] = /^stage (\S+)/.exec(label) ?? [];
  if (/^region is missing/i.test(message)) {
    const orInFile = stage === undefined ? '' : `, add region to ${nameStageFile(stage)},`;
    return stage !== undefined && !existsSync(stageFilePath(stage))
      ? `No region is set for ${label}, and there is no ${nameStageFile(stage)}. Check the name of the stage, use --region, or set AWS_REGION.`
      : `No region is set for ${label}. Use --region${orInFile} or set AWS_REGION.`;
  }
  if (/^region not accepted/i.test(message)) {
    const file = stage === undefined ? '' : `, ${nameStageFile(stage)},`;
    return `The region for ${label} is not valid. Check --region${file} and AWS_REGION.`;
  }
  return undefined;
};

const explain = (error: Error, label: string): string | undefined => {
  if (/^(?:AccessDenied|AuthorizationError)/.test(error.name))
    return `Your credentials may not do this. docs/commands.md says which role may. AWS says: ${error.message}`;
  if (notFound.has(error.name)) return `Not found: ${label}. Check the name and the region.`;
  if (error instanceof Problem || (error instanceof DynamoDBServiceException && isTransient(error))) {
    return 'The table is busy. Try again in a moment.';
  }
  return explainRegion(error, label) ?? explainConnection(error, label) ?? advice[error.name];
};

/** What to do about a damaged item of the log table. */
export const putBack =
  'Run `log verify`, and put the changed item back (docs/log.md, A log table that was changed or deleted).';

/** The error as one clear line if it is about access to the register, or a damaged log; otherwise the error itself. */
export const toCommandError = (error: unknown, label: string): unknown => {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  if (error instanceof DamagedLog || error instanceof DamagedLeaf)
    return new CommandError(`${error.message} ${putBack}`, 'finding');
  if (error instanceof MissingVersion)
    return new CommandError(`${error.message} Somebody has changed one of them: run \`log verify\`.`, 'finding');
  const message = explain(error, label) ?? (isTransient(error) ? busy : undefined);
  return message === undefined ? error : new CommandError(message, 'unreachable');
};
