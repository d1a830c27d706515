import * as v from 'valibot';
import { lifetimes } from '../shared/api/limits.ts';

/** Makes a value at the first call. If that fails, the next call tries again. */
export const atFirstCall = <Value extends {}>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/**
 * Reads the variables of a function from the environment of its process, at the first call.
 *
 * @returns a function that throws an error with the names of missing variables
 */
export const readAtFirstCall = <Schema extends v.GenericSchema<unknown, object>>(
  schema: Schema,
): (() => v.InferOutput<Schema>) =>
  atFirstCall(() => {
    const result = v.safeParse(schema, process.env);
    if (result.success) return result.output;
    const names = result.issues.map(({ path }) => path?.[0].key).join(', ');
    throw new Error(`Environment variables missing or not valid: ${names}.`);
  });

/** Text that is not empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A whole number above zero. */
export const number = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1));

/** The variables of every operation. */
export const Common = v.object({
  /** Name of the DynamoDB table. */
  TABLE_NAME: text,
  /** Ranges of addresses that may call, with commas. Without it everybody may. */
  ALLOWED_ADDRESSES: v.optional(v.string()),
});

/** The variables of everything that makes or reads links for people. */
export const Linking = v.object({
  ...Common.entries,
  /** Name or ARN of the secret of links. */
  LINK_SECRET: text,
  /** Scheme and host of the register, as people reach it. */
  LINK_BASE_URL: v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/)),
});

/** The variables of what sends mail. A stage without an address to send from has none of them. */
export const Mailing = v.object({
  /** The address that mail comes from. */
  MAIL_FROM: text,
  /** Name of the configuration set of Amazon SES. */
  MAIL_CONFIGURATION_SET: text,
  /** Scheme and host of the register, as people reach it. */
  LINK_BASE_URL: v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/)),
});

/** The variables of the jobs of the log. */
export const Log = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: text,
  /** Name of the stage. */
  STAGE: text,
});

/** The variables of operations that show consents. */
export const Showing = v.object({
  ...Common.entries,
  /** Whether the stage keeps an access log: `true` or not set. */
  ACCESS_LOG: v.pipe(
    v.optional(v.string(), 'false'),
    v.transform((text) => text === 'true'),
  ),
});

/** The variables of operations that sign tokens. */
export const Signing = v.object({
  ...Common.entries,
  /** Name or ARN of the secret that holds the private signing key. */
  SIGNING_KEY_SECRET: text,
  /** Lifetimes of tokens in seconds (docs/api.md, Tokens and sessions). */
  ACCESS_TOKEN_SECONDS: v.optional(
    v.pipe(number, v.maxValue(lifetimes.accessTokenSecondsLongest)),
    String(lifetimes.accessTokenSeconds),
  ),
  REFRESH_TOKEN_SECONDS: v.optional(number, String(lifetimes.refreshTokenSeconds)),
});
