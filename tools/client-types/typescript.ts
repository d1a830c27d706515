import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '../../build/openapi/schemas.ts';
import { attempt } from '../../cli/errors.ts';
import { installPackages } from '../install-packages.ts';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const documentFile = join(root, 'docs/openapi.json');
const typesFile = join(root, 'client/typescript/schema.ts');

const mapValues = (object: unknown, map: (value: Schema) => unknown): Schema =>
  Object.fromEntries(Object.entries(Object(object)).map(([name, value]) => [name, map(Object(value))]));

/** JSON without its examples. */
const onlyJson = ({ content, ...body }: Schema): Schema => ({
  ...body,
  content: { 'application/json': { schema: Object(content)['application/json'].schema } },
});

/** The part of the document that the client uses: JSON, and the answer of a successful call. */
const selectForClient = ({ openapi, info, paths, components }: Schema): Schema => ({
  openapi,
  info,
  paths: mapValues(paths, ({ post }) => {
    const { operationId, summary, requestBody, responses } = Object(post);
    const { description, content } = responses[200];
    return {
      post: {
        operationId,
        summary,
        ...(requestBody !== undefined && { requestBody: onlyJson(requestBody) }),
        responses: { 200: onlyJson({ description, content }) },
      },
    };
  }),
  components: {
    // A request may have parameters that its operation ignores. As a type, this would demand a string of each known one.
    schemas: mapValues(Object(components).schemas, ({ patternProperties: _ignored, ...schema }) => schema),
  },
});

/** The heading of the file, which tells from which part of the document, by which version of the generator and with which content it was made. */
const head = (document: Schema, types: string): string => {
  const version = manifest.devDependencies['openapi-typescript'];
  const digest = createHash('sha256')
    .update(JSON.stringify([selectForClient(document), version, types]))
    .digest('hex');
  return `// Made of docs/openapi.json by \`npm run generate\`; not to be edited.\n// ${digest}\n\n`;
};

/**
 * Whether the types are those of the document. The packages of `tools/` are not needed to tell.
 *
 * @param file the text of `client/typescript/schema.ts`
 */
export const isFresh = (document: Schema, file: string): boolean => {
  const types = file.split('\n').slice(3).join('\n');
  return file === head(document, types) + types;
};

/** The types that the generator would make too wide or too narrow: of a code that later versions may add to, and of an object with any members. */
const chooseType = (schema: Schema): string | undefined => {
  const { type, properties, additionalProperties, 'x-extensible-enum': known } = schema;
  if (Array.isArray(known)) return [...known.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ');
  const isAny = type === 'object' && properties === undefined && additionalProperties === undefined;
  return isAny ? 'Record<string, unknown>' : undefined;
};

/** @throws Error for a document that is none of OpenAPI */
const makeTypes = async (document: Schema): Promise<string> => {
  const { default: openapiTS, astToString, stringToAST } = await import('openapi-typescript');
  const syntax = await openapiTS(selectForClient(document), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => {
      const type = chooseType(schema);
      return type === undefined ? undefined : stringToAST(`type Chosen = ${type};`)[0]?.type;
    },
  });
  return astToString(syntax);
};

if (import.meta.main) {
  process.exitCode = await attempt(async () => {
    const document: Schema = JSON.parse(await readFile(documentFile, 'utf8'));
    if (isFresh(document, await readFile(typesFile, 'utf8').catch(() => ''))) return;
    installPackages();
    const types = await makeTypes(document);
    await writeFile(typesFile, head(document, types) + types);
  });
}
