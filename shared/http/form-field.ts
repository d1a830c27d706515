import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { attempt } from '../runtime/values.ts';
import { parseMultipart } from './form.ts';

/** Characters of a body that has one short field. Longer ones are not parsed. */
const longest = 4_096;

/**
 * The only field of a form, in either encoding of browsers and mail programs, if it has this name. Undefined for any other body.
 * Some programs end a body with a line break, which is none of the value.
 */
export const readFormField = (
  { headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2,
  name: string,
): string | undefined => {
  if (body.length > longest || headers['content-encoding'] !== undefined) return undefined;
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const type = headers['content-type'] ?? '';
  const fields = /^multipart\/form-data\s*;/i.test(type)
    ? attempt(() => Object.entries(parseMultipart(text, type, new Set())))
    : /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)
      ? [...new URLSearchParams(text.replace(/[\r\n]+$/, ''))]
      : undefined;
  const [field, ...others] = fields ?? [];
  if (field === undefined || others.length > 0) return undefined;
  const [own, value] = field;
  return own === name && typeof value === 'string' ? value : undefined;
};
