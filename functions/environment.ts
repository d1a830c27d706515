import * as v from 'valibot';

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
