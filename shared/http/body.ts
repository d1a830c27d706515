import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import { checkNoCoding } from './content-coding.ts';
import { parseForm } from './form.ts';
import { parseJson } from './json.ts';
import { parseMultipart } from './multipart.ts';
import type { ParameterMap } from './parameters.ts';
import { parameterMap, unreadable } from './parameters.ts';

type Parser = (text: string, contentType: string, arrays: ReadonlySet<string>) => ParameterMap;

const parsers: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  ['application/x-www-form-urlencoded', (text, _contentType, arrays) => parseForm(text, arrays)],
  ['multipart/form-data', parseMultipart],
  ['application/json', parseJson],
]);

const tooLarge = () => new Problem('body.too-large', `A body may have at most ${limits.bodyBytes} bytes.`);

const readBytes = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer => {
  if (body.length > limits.bodyBytes * 1.5) throw tooLarge();
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  const bytes = Buffer.from(body, encoding);
  if (bytes.toString(encoding) !== body) {
    throw unreadable(isBase64Encoded ? 'The body is marked as base64 but is not.' : 'The body is not valid UTF-8.');
  }
  if (bytes.length > limits.bodyBytes) throw tooLarge();
  return bytes;
};

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8.');
  }
};

const foreignCharset = /^\s*charset\s*=(?!\s*"?utf-?8"?\s*$)/i;

const chooseParser = (contentType: string): Parser => {
  const [type = '', ...attributes] = contentType.split(';');
  const parser = parsers.get(type.trim().toLowerCase());
  if (parser === undefined || attributes.some((attribute) => foreignCharset.test(attribute))) {
    throw new Problem(
      'body.unsupported-media-type',
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8 and with no other charset, and name it in the Content-Type header.',
    );
  }
  return parser;
};

/**
 * The parameters of a request, the same for all three encodings and for plain and base64 bodies (docs/contract.md, Requests
 * and encodings). A request without a body has none.
 *
 * @param arrays names of the parameters that may be arrays, which a form alone does not tell from named members
 * @throws Problem body.unreadable, body.too-large, body.unsupported-media-type
 */
export const decodeBody = (event: APIGatewayProxyEventV2, arrays: ReadonlySet<string>): ParameterMap => {
  checkNoCoding(event.headers['content-encoding']);
  const contentType = event.headers['content-type'] ?? '';
  if (contentType === '' && !event.body) return parameterMap([]);
  const parse = chooseParser(contentType);
  const text = decodeUtf8(readBytes(event));
  return text === '' ? parameterMap([]) : parse(text, contentType, arrays);
};
