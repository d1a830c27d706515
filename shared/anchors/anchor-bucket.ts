import { S3Client } from '@aws-sdk/client-s3';
import { patienceOfFunctions, watchCall, watching } from '../aws-call.ts';

/** Under which the objects of checkpoints stand, each with its stamp right behind it. */
export const checkpointPrefix = 'checkpoints/';

/** The key of a checkpoint's note, by the size of its tree: keys sort as sizes do. */
export const noteKey = (size: number): string => `${checkpointPrefix}${String(size).padStart(12, '0')}`;

/** The key of a checkpoint's time stamp: a token, named as ETSI EN 319 162 names one. */
export const stampKey = (size: number): string => `${noteKey(size)}.tst`;

/** Opens S3 where anchors are kept. `AWS_ENDPOINT_URL_S3` names another one, such as the one of the local service. */
export const openAnchorStore = (): S3Client => {
  const client = new S3Client(patienceOfFunctions);
  client.middlewareStack.add(watchCall, watching);
  return client;
};
