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
  return async ({ path, token, body }) => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; answer: string }>();
    request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent })
      .once('error', reject)
      .once('response', async (response) =>
        resolve({ status: Number(response.statusCode), answer: await text(response) }),
      )
      .end(content);
    const { status, answer } = await promise;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${answer}`);
    return JSON.parse(answer);
  };
};

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
