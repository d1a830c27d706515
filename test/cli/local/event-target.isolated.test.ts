import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openEventBridge, startStandIn } from '../../../cli/local/aws.ts';
import { openEventTarget } from '../../../cli/local/event-target.ts';
import { openEventBus, putEvents } from '../../../shared/log/announcing.ts';
import { serve } from '../../support/call/serve.ts';

/** A site that takes events; `answers` are the statuses of the next posts, 204 where none is left. */
const startSite = async () => {
  const site = { posted: [] as unknown[], answers: [] as number[], url: '' };
  const url = await serve(async (request, response) => {
    site.posted.push({ method: request.method, type: request.headers['content-type'], body: await json(request) });
    response.writeHead(site.answers.shift() ?? 204).end();
  });
  site.url = `${url}/hook`;
  return site;
};

const openBus = async (to: string | undefined, since = '2026-11-23T00:00:00.000Z') => {
  const printed: string[] = [];
  for (const way of ['info', 'error'] as const) {
    vi.spyOn(console, way).mockImplementation((line) => printed.push(line));
  }
  const target = openEventTarget({ to, since: new Date(since) });
  const { endpoint, stop } = await startStandIn([openEventBridge(target.deliver)]);
  process.env.AWS_ENDPOINT_URL_EVENTBRIDGE = endpoint;
  onTestFinished(() => {
    vi.restoreAllMocks();
    stop();
  });
  const put = async (...details: Parameters<typeof putEvents>[1]) => {
    await putEvents(openEventBus('consent-register'), details);
    await target.settled();
  };
  return { put, printed };
};

const event = (consentId: string, time = '2026-11-23T10:00:00.000Z') => ({
  type: 'consent.recorded',
  id: 'e1',
  time,
  consentId,
  projectUid: 'demo-shop',
  consentInformationPid: 2,
  consentInformationVersionId: 'v1',
});

test('events are printed in a line each, and posted in their order as EventBridge posts them', async () => {
  const site = await startSite();
  const { put, printed } = await openBus(site.url);

  await put(event('c1'), event('c2'));

  expect(printed).toEqual(['c1', 'c2'].map((id) => `Event consent.recorded ${id} demo-shop notice 2`));
  expect(site.posted).toEqual(
    ['c1', 'c2'].map((id) => ({
      method: 'POST',
      type: 'application/json; charset=utf-8',
      body: {
        version: '0',
        id: expect.any(String),
        'detail-type': 'consent.recorded',
        source: 'consent-register',
        account: '000000000000',
        region: 'local',
        resources: [],
        detail: event(id),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    })),
  );
});

test('what happened before is posted, and not printed', async () => {
  const site = await startSite();
  const { put, printed } = await openBus(site.url, '2026-11-23T11:00:00.000Z');

  await put(event('c1'));

  expect([site.posted.length, printed]).toEqual([1, []]);
});

test('checkpoints are printed, and not posted: a receiver of events would refuse them', async () => {
  const site = await startSite();
  const { put, printed } = await openBus(site.url);

  await put({ ...event('c1'), type: 'checkpoint.published' }, event('c2'));

  expect(site.posted).toMatchObject([{ body: { detail: { consentId: 'c2' } } }]);
  expect(printed).toHaveLength(2);
});

test('a site that refuses gets it once, and the line reports the refusal', async () => {
  const site = await startSite();
  const { put, printed } = await openBus(site.url);
  site.answers.push(503, 302);

  await put(event('c1'), event('c2'));

  expect(site.posted).toHaveLength(2);
  expect(printed.filter((line) => line.startsWith('Not'))).toEqual([
    `Not delivered to ${site.url} (status 503): consent.recorded c1 demo-shop notice 2`,
    `Not delivered to ${site.url} (status 302): consent.recorded c2 demo-shop notice 2`,
  ]);
});

test('if nobody answers, the line reports it', async () => {
  const { put, printed } = await openBus('http://127.0.0.1:1/');

  await put(event('c1'));

  expect(printed).toContain(
    'Not delivered to http://127.0.0.1:1/ (no connection): consent.recorded c1 demo-shop notice 2',
  );
});
