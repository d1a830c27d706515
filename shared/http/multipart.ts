import { Busboy } from '@fastify/busboy';
import { limits } from '../limits.ts';
import { parseBracketNotation } from './bracket-notation.ts';
import type { ParameterMap } from './parameters.ts';
import { checkCount, unreadable } from './parameters.ts';

const boundaryPattern = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;

const foreignCharset = /^content-type:.*charset=(?!"?(?:utf-?8|us-ascii)\b)/im;
const foreignEncoding = /^content-transfer-encoding:(?!\s*(?:7bit|8bit|binary)\s*$)/im;

/** The parts as they stand between delimiters: the parser skips some and decodes others in silence. */
const splitParts = (body: string, boundary: string): string[] => `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);

const checkPart = (part: string): void => {
  const headers = part.slice(0, part.indexOf('\r\n\r\n'));
  if (foreignCharset.test(headers)) throw unreadable('A part of the multipart body is not in UTF-8.');
  if (foreignEncoding.test(headers)) throw unreadable('A part of the multipart body has a Content-Transfer-Encoding.');
};

/** The parser waits for ever for a reader of a part that it skips and that fits no buffer, so every part fits. */
const bufferBytes = limits.bodyBytes + 1;

const newParser = (contentType: string) => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: limits.bodyBytes },
      fileHwm: bufferBytes,
    });
  } catch (error) {
    throw unreadable('The Content-Type header of the multipart body is malformed.', error);
  }
};

const readFields = (body: string, contentType: string): Promise<[string, string][]> =>
  new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = newParser(contentType);
    parser.on('field', (name: string | undefined, value) => {
      if (name !== undefined) fields.push([name, value]);
    });
    parser.on('file', (_name, stream) => {
      stream.on('error', reject);
      reject(unreadable('The form has a file; send all parameters as plain fields.'));
    });
    parser.on('error', () => reject(unreadable('The multipart body is malformed or incomplete.')));
    parser.on('finish', () => resolve(fields));
    parser.end(body);
  });

/**
 * Reads `multipart/form-data` (RFC 7578): fields with names in bracket notation, no files.
 *
 * @throws Problem body.unreadable
 */
export const parseMultipart = async (body: string, contentType: string): Promise<ParameterMap> => {
  const [, quoted, boundary = quoted] = boundaryPattern.exec(contentType) ?? [];
  if (boundary === undefined) throw unreadable('The media type multipart/form-data needs a boundary.');
  const parts = splitParts(body, boundary);
  checkCount(parts.length);
  for (const part of parts) checkPart(part);
  const fields = await readFields(body, contentType);
  if (fields.length !== parts.length) throw unreadable('A part of the multipart body has no name.');
  return parseBracketNotation(fields);
};
