import { expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { isHttpEvent } from '../../shared/http/event.ts';
import { toEvent } from '../support/call/event.ts';
import { runs } from '../support/make/chance.ts';
import { fc } from '../support/make/properties.ts';

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; headers?: object; body?: string }>;

const handlers = [...(await loadFunctions()).values()] as unknown as Handler[];
const operations = Object.keys(contract) as OperationName[];

/** Calls the function as Lambda does; the answer is a problem, and the log has one line. */
const expectRefusal = async (handler: Handler | undefined, event: unknown): Promise<void> => {
  for (const method of [console.info, console.warn, console.error]) vi.mocked(method).mockClear();
  const context = newLambdaContext('a-function');

  const answer = await handler?.(event, context);

  expect(answer).toMatchObject({
    statusCode: 500,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'service.fault', requestId: context.awsRequestId });
  expect(vi.mocked(console.error).mock.calls).toEqual([
    [expect.objectContaining({ code: 'service.fault', name: 'ForeignEvent' })],
  ]);
  expect([console.info, console.warn].flatMap((method) => vi.mocked(method).mock.calls)).toEqual([]);
};

const good = toEvent('details', {}, {});
const { headers, ...withoutHeaders } = good;
const { http, ...withoutHttp } = good.requestContext;
const changed = (requestContext: unknown) => ({ ...good, requestContext });

const shapes: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a text': 'hello',
  'a number': 1,
  'a list': [good],
  'an empty object': {},
  "the console's test event": { key1: 'value1', key2: 'value2', key3: 'value3' },
  'a scheduled event': { version: '0', id: 'x', 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} },
  'a REST API': {
    resource: '/',
    path: '/',
    httpMethod: 'POST',
    headers,
    body: '{}',
    requestContext: { requestId: 'id', identity: { sourceIp: '203.0.113.7' } },
  },
  'an HTTP API with payload format 1.0': { ...good, version: '1.0', requestContext: withoutHttp },
  'a queue': { Records: [{ messageId: 'id', body: '{}', eventSource: 'aws:sqs' }] },
  'no headers': withoutHeaders,
  'headers that are null': { ...good, headers: null },
  'headers that are a text': { ...good, headers: 'authorization' },
  'a header that is no text': { ...good, headers: { authorization: ['Bearer x'] } },
  'no request context': { ...good, requestContext: undefined },
  'a request context that is null': changed(null),
  'a request context without http': changed(withoutHttp),
  'a request context whose http is null': changed({ ...good.requestContext, http: null }),
  'no source address': changed({ ...good.requestContext, http: { ...http, sourceIp: undefined } }),
  'no request id': changed({ ...good.requestContext, requestId: undefined }),
  'a body that is no text': { ...good, body: { email: 'ada@example.com' } },
};

test.each(Object.keys(shapes))('%s is refused by every function', async (name) => {
  for (const handler of handlers) await expectRefusal(handler, shapes[name]);
});

test('whatever is not an event of an HTTP API is refused, and nothing throws', async () => {
  const part = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const events = fc.oneof(
    fc.jsonValue(),
    fc.record({ version: fc.constant('2.0'), headers: part, requestContext: part, body: part, isBase64Encoded: part }),
    fc
      .record({ requestId: part, http: fc.oneof(part, fc.record({ sourceIp: part, userAgent: part })) })
      .map((requestContext) => changed(requestContext)),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...handlers), events, async (handler, event) => {
      if (!isHttpEvent(event)) {
        refused += 1;
        return expectRefusal(handler, event);
      }
      expect((await handler(event, newLambdaContext('a-function'))).statusCode).toBeGreaterThanOrEqual(400);
    }),
    { numRuns: runs(50) },
  );
  expect(refused).toBeGreaterThan(runs(40));
});

test('an event of an HTTP API is not taken for a foreign one, whatever a caller sent', async () => {
  const anything = fc.dictionary(fc.string(), fc.string());
  await fc.assert(
    fc.property(
      fc.constantFrom(...operations),
      anything,
      fc.string(),
      fc.boolean(),
      (operation, extra, body, base64) => {
        const event = toEvent(
          operation,
          { contentType: 'text/plain', body: Buffer.from(body) },
          { base64, headers: extra },
        );
        expect(isHttpEvent(JSON.parse(JSON.stringify(event)))).toBe(true);
      },
    ),
  );
});
