import openapiTypeScript, { astToString } from 'openapi-typescript';
import type { Schema } from './schema.ts';

const heading = '// Made of docs/openapi.json by `npm run openapi`; not to be edited.\n\n';

/**
 * The document as TypeScript types, for the client. It takes the compiler's API, which TypeScript 7 does not have: so the
 * package `typescript` is version 6, and `tsc` is that of `@typescript/native`, version 7.
 */
export const describeForClient = async (document: Schema): Promise<string> =>
  heading + astToString(await openapiTypeScript(JSON.stringify(document), { defaultNonNullable: false }));
