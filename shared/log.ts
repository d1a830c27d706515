import { findOrigin } from './aws-call.ts';

type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * One line of the log: a constant code with fields. Lambda's JSON format writes the object as it is. Nothing that a
 * caller sent and nothing about a data subject goes into a field.
 */
export const log = {
  info: (code: string, fields: Fields = {}) => console.info({ code, ...fields }),
  warn: (code: string, fields: Fields = {}) => console.warn({ code, ...fields }),
  error: (code: string, fields: Fields = {}) => console.error({ code, ...fields }),
};

/** The stack without the message before it, in which any line may look like a frame. */
const traceOf = ({ stack = '', message }: Error): string => {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
};

/** What the SDK and sockets say of an error beside its message: numbers and constants. */
interface StoreFault extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
  readonly $fault?: 'client' | 'server';
  readonly code?: unknown;
}

/** Which store failed at which command, and how; nothing for other errors. */
const describeStoreFault = (error: StoreFault): Fields => {
  const { $metadata: { httpStatusCode: status, attempts } = {}, $fault: fault, code } = error;
  const systemError = typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? code : undefined;
  return { ...findOrigin(error), status, fault, systemError, attempts };
};

/**
 * What may be logged of an unexpected error: its name, where it was thrown, and which call to a store it came of. Messages
 * stay out, because parsers and the store put input into them.
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
