import { describeInterface } from './document.ts';
import { clientSummary } from './introduction.ts';
import { shapeBy } from './one-shape.ts';
import { toOpenApi30 } from './openapi-3-0.ts';
import type { Schema } from './schema.ts';
import { toName } from './schema.ts';

const mapValues = (object: unknown, map: (value: Schema, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(Object(object)).map(([name, value]) => [name, map(Object(value), name)]));

const { info, tags, paths, components } = describeInterface();

/**
 * A Java client sends an unset array as an empty one, unless it may be null. Null counts as absent (docs/contract.md,
 * Scalars).
 */
const allowNoList = ({ required, properties, ...schema }: Schema): Schema => ({
  ...schema,
  ...(required !== undefined && { required }),
  ...(properties !== undefined && {
    properties: mapValues(properties, (member, name) =>
      member.type === 'array' && ![required].flat().includes(name) ? { ...member, nullable: true } : member,
    ),
  }),
});

const toRequestSchema = (schema: unknown): Schema =>
  allowNoList(Object(toOpenApi30(shapeBy(components.schemas, 'request')(schema))));
const toAnswerSchema = (schema: unknown): unknown => toOpenApi30(shapeBy(components.schemas, 'answer')(schema));

/** Only the schema of each content. Examples are in the full document. */
const onlySchemas = (content: unknown): Schema =>
  mapValues(content, ({ schema }) => ({ schema: toAnswerSchema(schema) }));

const toAnswer = ({ links: _links, content, ...answer }: Schema): Schema => ({
  ...answer,
  ...(content !== undefined && { content: onlySchemas(content) }),
});

const toBody = ({ content, ...body }: Schema): Schema => ({
  ...body,
  content: onlySchemas({ 'application/json': Object(content)['application/json'] }),
});

const toOperation = ({ requestBody, responses, ...operation }: Schema): Schema => ({
  ...operation,
  ...(requestBody !== undefined && { requestBody: toBody(Object(requestBody)) }),
  responses: mapValues(responses, toAnswer),
});

const findNames = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => (member === '$ref' ? [toName(inner)] : findNames(inner)));
};

/** The schemas with these names and all that they refer to, directly or indirectly. */
const keepUsed = (schemas: Schema, names: ReadonlySet<string>): Schema => {
  const used = Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
  const found = new Set([...names, ...findNames(used)]);
  return found.size === names.size ? used : keepUsed(schemas, found);
};

/**
 * The interface for generators of clients, as OpenAPI 3.0: only JSON, and one shape for each request and each answer.
 * Its clients can do everything that the operations do.
 */
export const describeForGenerators = (): Schema => {
  const { title, version } = info;
  const operations = mapValues(paths, ({ post }) => ({ post: toOperation(Object(post)) }));
  const responses = mapValues(components.responses, toAnswer);
  const schemas = mapValues(components.schemas, (schema, name) =>
    name.endsWith('Request') ? toRequestSchema(schema) : toAnswerSchema(schema),
  );
  return {
    openapi: '3.0.3',
    info: {
      title,
      version,
      description: clientSummary,
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The local service; a stage has the output ApiUrl' }],
    tags,
    paths: operations,
    components: {
      securitySchemes: components.securitySchemes,
      parameters: mapValues(components.parameters, ({ schema, ...parameter }) => ({
        ...parameter,
        schema: toRequestSchema(schema),
      })),
      schemas: keepUsed(schemas, new Set(findNames([operations, responses]))),
      responses,
    },
  };
};
