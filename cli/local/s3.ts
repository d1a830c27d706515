import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { StandIn } from './aws-json.ts';
import { createLocalServer, listenOnLoopback } from './loopback.ts';
import { openObjectStore } from './object-store.ts';
import { errorDocument } from './s3-answers.ts';
import type { Answer, Call } from './s3-calls.ts';
import { answerCall, S3Refusal } from './s3-calls.ts';

const readCall = async (request: IncomingMessage, bucket: string): Promise<Call> => {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const [, asked, ...rest] = pathname.split('/').map(decodeURIComponent);
  if (asked !== bucket) throw new S3Refusal(404, 'NoSuchBucket', 'There is no such bucket.');
  const { method = '', headers } = request;
  return { method, headers, query, key: rest.join('/'), body: await buffer(request) };
};

/** The settings of the stand-in. */
export interface S3Options {
  readonly bucket: string;
  /** The folder for objects, such as `anchors` in DATA_DIR; without one they end with the process. */
  readonly folder?: string | undefined;
  /** How long Object Lock keeps each version after it was written. */
  readonly retentionDays?: number;
  readonly now?: () => Date;
}

/**
 * A stand-in for S3 with one bucket that has versions, and Object Lock in governance mode with a default retention. Set the endpoint in
 * `AWS_ENDPOINT_URL_S3` and the bucket in `ANCHOR_BUCKET`. The SDK then needs no other option: for an IP address it puts the
 * bucket into the path.
 */
export const startS3 = async ({
  bucket,
  folder,
  retentionDays = 3_653,
  now = () => new Date(),
}: S3Options): Promise<StandIn> => {
  const store = await openObjectStore({ folder, retentionDays, now });
  const server = createLocalServer(async (request, response) => {
    const { status, headers, content } = await readCall(request, bucket)
      .then((call) => answerCall(store, now(), call))
      .catch((error: unknown): Answer => {
        const { status, code, message } =
          error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', 'The call failed.');
        return { status, headers: { 'content-type': 'application/xml' }, content: errorDocument(code, message) };
      });
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : content);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};
