import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A DynamoDB call as it went over the wire. Calls of one wave were under way at the same time. */
export interface Exchange {
  /** Such as `BatchGetItem`. */
  readonly name: string;
  readonly wave: number;
  readonly input: string;
  readonly response: Response;
}

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

type Handle = (this: unknown, request: Request, options: unknown) => Promise<{ response: Response }>;

/** The class by which every AWS client of this process makes its HTTP requests. */
const transport: { handle: Handle } = Object.getPrototypeOf(new DynamoDBClient().config.requestHandler);
const { handle } = transport;

const targetOf = ({ headers }: Request): string => headers['x-amz-target'] ?? '';
const textOf = ({ body }: Request): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));
const isDynamoDb = (request: Request): boolean => targetOf(request).startsWith('DynamoDB_');

const intercept = async <Result>(interception: Handle, work: () => Promise<Result>): Promise<Result> => {
  transport.handle = function (request, options) {
    return (isDynamoDb(request) ? interception : handle).call(this, request, options);
  };
  try {
    return await work();
  } finally {
    transport.handle = handle;
  }
};

const readBody = async (body: Response['body']): Promise<Uint8Array> => {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Writes down the DynamoDB calls of a piece of work, and what the engine answers. */
export const record = async (work: () => Promise<unknown>): Promise<readonly Exchange[]> => {
  const exchanges: Exchange[] = [];
  let underWay = 0;
  let wave = 0;
  await intercept(async function (request, options) {
    if (underWay === 0) wave += 1;
    underWay += 1;
    const exchange = {
      name: targetOf(request).replace(/^.*\./, ''),
      wave,
      input: textOf(request),
    };
    const place = exchanges.length;
    exchanges.length += 1;
    const { response } = await handle.call(this, request, options);
    response.body = await readBody(response.body);
    exchanges[place] = { ...exchange, response };
    underWay -= 1;
    return { response };
  }, work);
  return exchanges;
};

/** Whether a call counts what an account has read. One comes for many calls of an operation, so that no record has it. */
const isCount = (request: Request): boolean =>
  targetOf(request).endsWith('.UpdateItem') && textOf(request).includes('#UNITS');

/**
 * Answers the DynamoDB calls of a piece of work at once, with what the engine answered when they were recorded. Those of one
 * wave may come in any order. The engine itself answers those that count.
 */
export const answerFrom = <Result>(exchanges: readonly Exchange[], work: () => Promise<Result>): Promise<Result> => {
  let expected: readonly Exchange[] = [];
  return intercept(async function (request, options) {
    if (isCount(request)) return handle.call(this, request, options);
    if (expected.length === 0) expected = exchanges;
    const wave = expected[0]?.wave;
    const exchange = expected.find((each) => each.wave === wave && targetOf(request).endsWith(`.${each.name}`));
    if (exchange === undefined) throw new Error(`${targetOf(request)} was not recorded in wave ${wave}.`);
    expected = expected.filter((each) => each !== exchange);
    return { response: { ...exchange.response } };
  }, work);
};
