import { beforeEach, expect, test } from 'vitest';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { limits } from '../../../shared/api/limits.ts';
import { openEventBus, openEventSigner, putEvents } from '../../../shared/log/announcing.ts';
import { toRegisterEvent } from '../../../shared/log/event-schemas.ts';
import { startFaultyBus } from '../../support/faults/faulty-service.ts';
import { logTable } from '../../support/make/table.ts';

/** As many as a call of PutEvents may have. */
const entriesOfCall = 10;

const bus = await startFaultyBus();
const events = (count: number) => Array.from({ length: count }, (_, i) => ({ type: 'consent.recorded', i }));
const numbers = (entries: readonly { readonly Detail: string }[]) => entries.map(({ Detail }) => JSON.parse(Detail).i);
const put = (count: number) => putEvents(openEventBus('bus'), events(count));

beforeEach(() => {
  for (const list of [bus.taken, bus.calls, bus.answers]) list.length = 0;
});

test('ten events at most go in a call, in their order', async () => {
  await put(23);

  expect(bus.calls.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(numbers(bus.taken)).toEqual(events(23).map(({ i }) => i));
  expect(bus.taken[0]).toEqual({
    EventBusName: 'bus',
    Source: 'consent-register',
    DetailType: 'consent.recorded',
    Detail: '{"type":"consent.recorded","i":0}',
  });
});

test('those that were not taken are put again, before any that follow', async () => {
  bus.answers.push({ refused: [1, 3] }, { refused: [1] });

  await put(12);

  expect(bus.calls.map(numbers)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 3], [3], [10, 11]]);
});

test('what is never taken throws, and what follows is not put', async () => {
  bus.answers.push(...Array.from({ length: 5 }, () => ({ refused: [0] })));

  await expect(put(12)).rejects.toThrow('ThrottlingException');

  expect(bus.calls.map(({ length }) => length)).toEqual([10, 1, 1, 1, 1]);
});

test('a call that is throttled is made again, and one that is refused throws', async () => {
  bus.answers.push({ status: 400, name: 'ThrottlingException' }, { status: 503, name: 'ServiceUnavailable' });
  await put(1);
  expect(numbers(bus.taken)).toEqual([0]);

  bus.answers.push({ status: 400, name: 'AccessDeniedException' });
  await expect(put(1)).rejects.toThrow('by the test');
  expect(bus.calls).toHaveLength(4);
});

test('ten of the longest events are far from the 256 KB that a call may have', async () => {
  const sign = await openEventSigner(logTable, { encryptionKey: encryptionKeyAlias, stage: 'test' });
  const id = 'f'.repeat(32);
  const projectUid = '\u{10ffff}'.repeat(limits.keyCharacters);
  const facets = { projectUid, pid: Number.MAX_SAFE_INTEGER, versionId: id, given: 0, lang: 'eng' } as const;
  const event = toRegisterEvent('s'.repeat(20), {
    kind: 'removed',
    id,
    account: id,
    time: 0,
    facets: { ...facets, channel: 'web.social.login' },
  });
  if (event === undefined) throw new Error('Nothing is told of it.');

  expect(Buffer.byteLength(JSON.stringify(await sign(event))) * entriesOfCall).toBeLessThan(256 * 1024 * 0.1);
});
