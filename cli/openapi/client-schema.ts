import type { Schema } from './schema.ts';
import { isObject } from './schema.ts';
import { commentOn, quote, toMember, toMembers, toType } from './typescript.ts';

const heading = '// Made of docs/openapi.json by `npm run generate`; not to be edited.\n\n';

/** The member of the document at a path of names. */
const find = (schema: unknown, ...names: readonly string[]): Schema => {
  const found = names.reduce((within, name) => Object(within)[name], schema);
  return isObject(found) ? found : {};
};

const describeContent = (body: Schema): string =>
  toMembers([
    toMember(
      'content',
      toMembers([toMember("'application/json'", toType(find(body, 'content', 'application/json').schema))]),
    ),
  ]);

const describeOperation = ({ requestBody, responses }: Schema): string => {
  const answers = toMembers([toMember('200', describeContent(find(responses, '200')))]);
  return toMembers([
    requestBody === undefined
      ? toMember('requestBody?', 'never')
      : toMember('requestBody', describeContent(find(requestBody))),
    toMember('responses', answers),
  ]);
};

/** The parts of the document that the client uses, as TypeScript types: JSON, and the answer of a successful call. */
export const describeForClient = (document: Schema): string => {
  const operations = Object.entries(find(document, 'paths')).map(([path, item]) => {
    const { operationId, summary, ...operation } = find(item, 'post');
    return { path, id: String(operationId), summary, operation };
  });
  const schemas = Object.entries(find(document, 'components', 'schemas'));
  const interfaces = {
    paths: operations.map(({ path, id }) =>
      toMember(quote(path), toMembers([toMember('post', `operations['${id}']`)])),
    ),
    components: [
      toMember(
        'schemas',
        toMembers(schemas.map(([name, schema]) => toMember(name, toType(schema), commentOn(schema)))),
      ),
    ],
    operations: operations.map(({ id, summary, operation }) =>
      toMember(id, describeOperation(operation), String(summary)),
    ),
  };
  return (
    heading +
    Object.entries(interfaces)
      .map(([name, members]) => `export interface ${name} ${toMembers(members)}\n`)
      .join('\n')
  );
};
