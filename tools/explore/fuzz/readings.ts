import fc from 'fast-check';
import { parseMultipart } from '../../../shared/http/body-parsers.ts';
import { parseBracketNotation } from '../../../shared/http/form.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Fields } from '../../../test/support/multipart-readers.ts';
import { readAsBusboy, readAsFetch } from '../../../test/support/multipart-readers.ts';
import { multipartBodies } from './part-headers.ts';

/** As JSON, which tells apart whatever parameters are different; the refusal of what cannot be read. */
const attempt = (read: () => object): string => {
  try {
    return JSON.stringify(read());
  } catch (error) {
    if (error instanceof Problem) return 'refused';
    throw error;
  }
};

/**
 * A property: a multipart body is read as it is written, or refused. What is read is what Node's fetch and busboy read,
 * so that there is no second meaning; and every legal spelling is read.
 */
export const sameReading = () =>
  fc.asyncProperty(multipartBodies, async ({ body, contentType, fields }) => {
    const meaningOf = (read: Fields) => attempt(() => parseBracketNotation(read, new Set()));
    const ours = attempt(() => parseMultipart(body, contentType, new Set()));
    if (fields !== undefined && ours !== meaningOf(fields)) throw new Error(`A good body is read as ${ours}.`);
    if (ours === 'refused') return;
    for (const read of [readAsFetch, readAsBusboy]) {
      const theirs = await read(body, contentType);
      if (theirs !== undefined && meaningOf(theirs) !== ours) {
        throw new Error(`${read.name} reads ${JSON.stringify(theirs)}, we read ${ours}.`);
      }
    }
  });
