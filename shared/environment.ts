import * as v from 'valibot';

/** What a process reads of its environment. @throws Error that names what is missing */
export const readEnvironment = <Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, process.env);
  if (result.success) return result.output;
  const names = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`Environment variables missing or not valid: ${names}.`);
};
