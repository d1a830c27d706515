import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import { unreadable } from './parameters.ts';

const tooLarge = () => new Problem('body.too-large');

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

/** The body as text, from plain text or base64. @throws Problem body.unreadable, body.too-large */
export const readText = (event: APIGatewayProxyEventV2): string => {
  const bytes = readBytes(event);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8.');
  }
};
