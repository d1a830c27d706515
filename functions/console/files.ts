import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { ConsoleFile } from '../../shared/api/other-routes.ts';
import { consolePages, fileAt } from '../../shared/api/other-routes.ts';
import { Problem } from '../../shared/api/problem.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { commonHeaders, toProblemAnswer } from '../../shared/http/http-answer.ts';
import { chooseCoding, compress, isKnown, toTag } from './coding.ts';

const Body = v.object({ etag: v.string(), body: v.string() });

const PackedFile = v.object({
  headers: v.record(v.string(), v.string()),
  /** As text. */
  plain: Body,
  /** Compressed, in base64. */
  br: Body,
  gzip: Body,
});

/** The files of the console by name, compressed once, ready to be sent. */
export const PackedConsole = v.record(v.string(), PackedFile);
export type PackedConsole = v.InferOutput<typeof PackedConsole>;

const packFile = async (file: ConsoleFile, quality: number): Promise<PackedConsole[string]> => {
  const { text } = file;
  const bytes = Buffer.from(text);
  const packAs = async (coding: 'br' | 'gzip') => ({
    etag: toTag(text, coding),
    body: (await compress(bytes, coding, quality)).toString('base64'),
  });
  const [br, gzip] = await Promise.all([packAs('br'), packAs('gzip')]);
  return { headers: headersOf(file), plain: { etag: toTag(text), body: text }, br, gzip };
};

/** @param quality of compression, 0 to 11. The best takes a second */
export const packConsole = async (files: readonly ConsoleFile[], quality: number): Promise<PackedConsole> =>
  Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await packFile(file, quality)] as const)));

/** Browser features that no page of the console uses. */
const denied = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'usb',
];

/** Headers of pages. A policy in a `meta` element cannot say who may frame a page. */
const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': denied.map((name) => `${name}=()`).join(', '),
});

const pages: readonly string[] = Object.values(consolePages);

/** One year for files with a hash in their name. Browsers revalidate a page each time, so it names the newest files. */
const lifetimeOf = (name: string): string =>
  pages.includes(name) ? 'no-cache' : 'public, max-age=31536000, immutable';

/** The headers of a file of the console, in any coding. */
const headersOf = ({ name, contentType, policy }: ConsoleFile): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  'cache-control': lifetimeOf(name),
  'content-type': contentType,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  ...(policy !== undefined && pageHeaders(policy)),
});

const unknownFile = (): Problem =>
  new Problem('path.unknown', { detail: 'The console has no file of this name. Load /console again.' });

/** With a slash after the page's path, its relative addresses would be wrong. */
const leadToPage: Answer = {
  statusCode: 308,
  headers: { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', location: '/console' },
  body: '',
};

const sendFile = (
  { headers, plain, br, gzip }: PackedConsole[string],
  asked: APIGatewayProxyEventV2['headers'],
): Answer => {
  const coding = chooseCoding(asked['accept-encoding']);
  const { etag, body } = coding === undefined ? plain : { br, gzip }[coding];
  const tagged = { ...headers, etag };
  if (isKnown(asked['if-none-match'], etag)) return { statusCode: 304, headers: tagged, body: '' };
  if (coding === undefined) return { statusCode: 200, headers: tagged, body };
  return { statusCode: 200, headers: { ...tagged, 'content-encoding': coding }, body, isBase64Encoded: true };
};

/** Serves the console: as small as the caller accepts, or 304 if the caller has it. */
export const answerFrom = (files: PackedConsole, event: APIGatewayProxyEventV2): Answer => {
  const { rawPath, headers, requestContext } = event;
  const name = fileAt(rawPath);
  const file = name !== undefined && Object.hasOwn(files, name) ? files[name] : undefined;
  const isPageWithSlash = rawPath === '/console/';
  const answer = isPageWithSlash ? leadToPage : file && sendFile(file, headers);
  const answered = answer ?? toProblemAnswer(unknownFile(), requestContext.requestId);
  return requestContext.http.method === 'HEAD' ? { ...answered, body: '', isBase64Encoded: false } : answered;
};
