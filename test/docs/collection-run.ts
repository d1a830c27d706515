import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';

interface Named {
  readonly key: string;
  readonly value: string;
}

interface Auth {
  readonly type: string;
  readonly bearer?: readonly Named[];
}

interface Item {
  readonly name: string;
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly method: string;
    readonly auth?: Auth;
    readonly header: readonly Named[];
    readonly body: { readonly mode: string; readonly raw: string };
    readonly url: { readonly raw: string; readonly host: readonly string[]; readonly path: readonly string[] };
  };
}

/** As much of the format of Postman, 2.1, as the collection uses. */
export interface Collection {
  readonly auth: Auth;
  readonly variable: readonly Named[];
  readonly item: readonly Item[];
}

/** What a collection's requests came to. */
export interface CollectionRun {
  readonly statuses: readonly number[];
  /** Of scripts and of the tests in them, with the name of the request. */
  readonly failures: readonly string[];
}

/** Puts variables in, also those in the values of variables. @throws Error for one that is not defined */
const fillIn = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    if (name === '$guid') return randomUUID();
    const value = variables.get(name);
    if (value === undefined) throw new Error(`There is no variable ${name}.`);
    return fillIn(value, variables);
  });

const bearerOf = ({ type, bearer = [] }: Auth): string | undefined => {
  if (type === 'noauth') return undefined;
  const token = bearer.find(({ key }) => key === 'token');
  if (type !== 'bearer' || token === undefined) throw new Error(`Authorisation of type ${type} is not known.`);
  return token.value;
};

const send = ({ request }: Item, auth: Auth, fill: (text: string) => string): Promise<Response> => {
  const { method, header, body, url } = request;
  if (body.mode !== 'raw') throw new Error(`A body of mode ${body.mode} is not known.`);
  if (url.raw !== [...url.host, ...url.path].join('/')) throw new Error(`${url.raw} is not its host and path.`);
  const headers = new Headers(header.map(({ key, value }): [string, string] => [key, fill(value)]));
  const token = bearerOf(request.auth ?? auth);
  if (token !== undefined) headers.set('Authorization', `Bearer ${fill(token)}`);
  return fetch(fill(url.raw), { method, headers, body: fill(body.raw) });
};

/** Runs the scripts of a request as Postman does after its answer. Returns why they failed. */
const runScripts = (item: Item, status: number, text: string, variables: Map<string, string>): string[] => {
  const failures: string[] = [];
  const attempt = (name: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      failures.push(`${item.name}, ${name}: ${String(error)}`);
    }
  };
  const haveStatus = (expected: number): void => {
    if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text}`);
  };
  const pm = {
    test: attempt,
    response: { to: { have: { status: haveStatus } }, json: () => JSON.parse(text) },
    collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
  };
  for (const { listen, script } of item.event) {
    attempt('its script', () => {
      if (listen !== 'test') throw new Error(`Scripts that listen to ${listen} are not known.`);
      runInNewContext(script.exec.join('\n'), { pm });
    });
  }
  return failures;
};

/** Sends the requests of a collection one after the other and runs their scripts. @throws Error for what it does not know */
export const runCollection = async (collection: Collection, baseUrl: string): Promise<CollectionRun> => {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', baseUrl);
  const statuses: number[] = [];
  const failures: string[] = [];
  for (const item of collection.item) {
    const answer = await send(item, collection.auth, (text) => fillIn(text, variables));
    statuses.push(answer.status);
    failures.push(...runScripts(item, answer.status, await answer.text(), variables));
  }
  return { statuses, failures };
};
