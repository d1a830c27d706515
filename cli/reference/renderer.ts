/** As much of an answer of Fastify as the integration uses. */
interface Reply {
  readonly header: (name: string, value: string) => Reply;
  readonly send: (body: string) => Reply;
}

interface Route {
  readonly url: string;
  readonly handler: (request: undefined, reply: Reply) => unknown;
}

/** As much of a plugin of Fastify as it takes to declare routes. Its own types are those of Fastify, which is not here. */
type Plugin = (
  server: { readonly route: (route: Route) => void },
  options: { readonly configuration: { readonly url: string } },
  done: () => void,
) => void;

/**
 * Scalar's browser file, whole. `@scalar/api-reference` has it among 260 packages that the file was built from; the
 * integration for Fastify has it alone, and gives it as the answer of a route. So its routes are declared to nobody but
 * this function, and the one of the file is asked.
 *
 * @throws Error when no route answers with the file
 */
export const readRenderer = async (): Promise<string> => {
  const { default: plugin } = (await import('@scalar/fastify-api-reference')) as { readonly default: Plugin };
  const routes: Route[] = [];
  plugin({ route: (route) => routes.push(route) }, { configuration: { url: 'openapi.json' } }, () => {});
  const bodies: string[] = [];
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      bodies.push(body);
      return reply;
    },
  };
  routes.find(({ url }) => url.endsWith('.js'))?.handler(undefined, reply);
  const [script] = bodies;
  if (script === undefined) throw new Error('@scalar/fastify-api-reference has no route for its script.');
  return script;
};
