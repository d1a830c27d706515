import { limits } from '../limits.ts';
import { invalidParameters } from '../problem.ts';

const pattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/**
 * The Idempotency-Key header of a request, if it has one (docs/contract.md, Idempotency).
 *
 * @throws Problem parameters.invalid
 */
export const readIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined || pattern.test(header)) return header;
  throw invalidParameters({
    field: 'Idempotency-Key',
    code: 'malformed',
    detail: `This header must have 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters without spaces, such as a UUID.`,
  });
};
