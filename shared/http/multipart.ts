import { Busboy } from '@fastify/busboy';
import { limits } from '../limits.ts';
import { parseBracketNotation } from './bracket-notation.ts';
import type { ParameterMap } from './parameters.ts';
import { checkCount, unreadable } from './parameters.ts';

const boundaryPattern = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;

/** Delimiters at the start of a line, less the closing one: the parser skips parts without a name in silence. */
const countParts = (body: string, contentType: string): number => {
  const [, quoted, plain] = boundaryPattern.exec(contentType) ?? [];
  return `\r\n${body}`.split(`\r\n--${quoted ?? plain}`).length - 2;
};

const readFields = (body: string, contentType: string): Promise<[string, string][]> =>
  new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: limits.bodyBytes },
    });
    parser.on('field', (name: string | undefined, value) => {
      if (name !== undefined) fields.push([name, value]);
    });
    parser.on('file', (_name, stream) => {
      stream.resume();
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
  if (!boundaryPattern.test(contentType)) throw unreadable('The media type multipart/form-data needs a boundary.');
  const parts = countParts(body, contentType);
  checkCount(parts);
  const fields = await readFields(body, contentType);
  if (fields.length !== parts) throw unreadable('A part of the multipart body has no name.');
  return parseBracketNotation(fields);
};
