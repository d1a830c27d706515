import { findOrigin } from './aws.ts';

type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * Writes one line of the log: a constant code with fields. Lambda's JSON format writes the object as it is. No field
 * may contain anything from a caller or about a data subject.
 */
export const logger = {
  info: (code: string, fields: Fields = {}) => console.info({ code, ...fields }),
  warn: (code: string, fields: Fields = {}) => console.warn({ code, ...fields }),
  error: (code: string, fields: Fields = {}) => console.error({ code, ...fields }),
};

/** The stack without the message before it, since any line of the message may look like a frame. */
const traceOf = ({ stack = '', message }: Error): string => {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
};

/** What the SDK and sockets say about an error, besides its message: numbers and constants. */
interface StoreFault extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
  readonly $fault?: 'client' | 'server';
  readonly code?: unknown;
}

/** Which store failed at which command, and how. Empty for other errors. */
const describeStoreFault = (error: StoreFault): Fields => {
  const { $metadata: { httpStatusCode: status, attempts } = {}, $fault: fault, code } = error;
  const systemError = typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? code : undefined;
  return { ...findOrigin(error), status, fault, systemError, attempts };
};

/**
 * What may be logged of an unexpected error: its name, where it was thrown, and the call to a store that caused it.
 * Messages stay out, because parsers and the store put input into them.
 */
export const describeFault = (error: unknown): Fields => {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = traceOf(error)
    .split('\n')
    .filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    ...describeStoreFault(error),
    frames: frames.map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: error.cause.name }),
  };
};
