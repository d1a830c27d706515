import { S3Client } from '@aws-sdk/client-s3';
import { patienceOfFunctions, watch } from '../../runtime/aws.ts';

/** The prefix of all checkpoints. Each is followed by its stamp. */
export const checkpointPrefix = 'checkpoints/';

/** The key of a checkpoint's note, by the size of its tree. Keys sort as sizes do. */
export const noteKey = (size: number): string => `${checkpointPrefix}${String(size).padStart(12, '0')}`;

/** The key of a checkpoint's time stamp, with the file extension of ETSI EN 319 162. */
export const stampKey = (size: number): string => `${noteKey(size)}.tst`;

/** Opens the S3 of the anchors. `AWS_ENDPOINT_URL_S3` may name another one, such as that of the local service. */
export const openAnchorStore = (): S3Client => watch(new S3Client(patienceOfFunctions));
