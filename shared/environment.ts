import * as v from 'valibot';

/** Reads variables from the environment of the process. @throws Error that names missing variables */
export const readEnvironment = <Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, process.env);
  if (result.success) return result.output;
  const names = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`Environment variables missing or not valid: ${names}.`);
};
