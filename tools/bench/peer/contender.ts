import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a site asks of a store of consents, in the order of the table. */
export const operations = ['record', 'look up by email', 'check', 'withdraw'] as const;
export type Operation = (typeof operations)[number];

/** A store of consents in the comparison, running. Persons are numbered; those that were stored first come first. */
export interface Contender {
  readonly name: string;
  /** What it does not do, and the register does. */
  readonly lacks: string;
  /** Each call is checked: it throws where the answer does not fit. `record` and `withdraw` get a person who is not stored yet. */
  readonly does: Readonly<Record<Operation, (person: number) => Promise<void>>>;
  /** Makes ready what `withdraw` ends, which nobody times. */
  readonly prepareWithdrawal: (person: number) => Promise<void>;
  /** Stores a consent for each person from the first number up to the second one, beside its interface. */
  readonly seed: (from: number, to: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A request to a service: JSON by POST where there is a body, otherwise GET. */
export interface Call {
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Sends a request. @throws Error for another status than 200 */
export type Client = (call: Call) => Promise<unknown>;

/** Over as many connections of the loopback interface as calls are under way. */
export const connect = (port: number): Client => {
  const agent = new Agent({ keepAlive: true });
  const send = ({ path, token, body }: Call): Promise<Received> => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Received>();
    const sent = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent })
      .once('error', (error) => (sent.reusedSocket ? resolve('closed') : reject(error)))
      .once('response', (response) =>
        text(response).then((answer) => resolve({ status: Number(response.statusCode), answer }), reject),
      )
      .end(content);
    return promise;
  };
  return async (call) => {
    for (;;) {
      const received = await send(call);
      if (received === 'closed') continue;
      const { status, answer } = received;
      if (status !== 200) throw new Error(`${call.path} answered ${status}: ${answer}`);
      return JSON.parse(answer);
    }
  };
};

/** An answer, or that the service had closed a connection that nobody used for a while, as all may. */
type Received = { readonly status: number; readonly answer: string } | 'closed';

/** @throws Error naming the answer that does not fit */
export const expectAnswer = (isRight: boolean, answer: unknown): void => {
  if (!isRight) throw new Error(`An answer does not fit: ${JSON.stringify(answer)}`);
};

export const emailOf = (person: number): string => `person-${person}@example.com`;

/** What every store keeps as evidence of a consent. */
export const proof = {
  url: 'https://shop.example/newsletter',
  html: '<form><label><input type="checkbox" name="newsletter"> I want to receive the newsletter</label></form>',
};
