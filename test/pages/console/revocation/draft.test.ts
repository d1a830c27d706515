import { expect, test } from 'vitest';
import { channels, emptyDraft, findWrong, toRevocation } from '../../../../pages/console/revocation/draft.ts';
import { limits } from '../../../../shared/limits.ts';
import { channels as contractChannels } from '../../../../shared/schema/vocabulary.ts';

const id = '0190a1b2c3d47e8f9a0b1c2d3e4f5a6b';
const good = { ...emptyDraft, reason: 'she wrote', channel: 'email' } as const;

test('a request has what was typed, and nothing that was left out', () => {
  expect(toRevocation(id, { ...good, reason: ' she wrote ', request: ' ' })).toEqual({
    id,
    channel: 'email',
    proof: { reason: 'she wrote' },
  });
  expect(toRevocation(id, { ...good, url: 'https://shop.example/', request: 'No more' }).proof).toEqual({
    reason: 'she wrote',
    url: 'https://shop.example/',
    request: 'No more',
  });
});

test('what is missing or wrong is found', () => {
  expect(findWrong(id, good)).toEqual([]);
  expect(findWrong(id, { ...emptyDraft, reason: '  ' })).toEqual(['reason-missing', 'channel-missing']);
  expect(findWrong(id, { ...good, url: 'shop.example' })).toEqual(['url-malformed']);
  expect(findWrong(id, { ...good, url: 'javascript:alert(1)' })).toEqual(['url-malformed']);
});

test('a request is as long as the service takes, in bytes', () => {
  const rest = JSON.stringify(toRevocation(id, { ...good, request: '.' })).length - 1;

  expect(findWrong(id, { ...good, request: 'x'.repeat(limits.bodyBytes - rest) })).toEqual([]);
  expect(findWrong(id, { ...good, request: 'x'.repeat(limits.bodyBytes - rest + 1) })).toEqual(['too-long']);
  expect(findWrong(id, { ...good, request: 'ü'.repeat(limits.bodyBytes / 2) })).toEqual(['too-long']);
});

test('every channel of the contract can be chosen', () => {
  expect([...channels].sort()).toEqual([...contractChannels].sort());
});
