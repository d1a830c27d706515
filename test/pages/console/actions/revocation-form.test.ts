import { expect, test } from 'vitest';
import { channels, waysToRevoke } from '../../../../pages/console/actions/channels.tsx';
import { emptyDraft, findWrong, toRevocation } from '../../../../pages/console/actions/revocation-form.tsx';
import { limits } from '../../../../shared/api/limits.ts';
import { receivedWays } from '../../../../shared/consents/arrival.ts';
import { channels as contractChannels } from '../../../../shared/schema/vocabulary.ts';

const id = '0190a1b2c3d47e8f9a0b1c2d3e4f5a6b';
const good = { ...emptyDraft, reason: 'she wrote', way: 'email' } as const;

test('a request has what was typed, and nothing that was left out', () => {
  expect(toRevocation(id, { ...good, reason: ' she wrote ', request: ' ' })).toEqual({
    id,
    channel: 'email',
    proof: { reason: 'she wrote' },
  });
  expect(toRevocation(id, { ...good, way: 'web', url: 'https://shop.example/', request: 'No more' }).proof).toEqual({
    reason: 'she wrote',
    url: 'https://shop.example/',
    request: 'No more',
  });
});

test('what is wrong is found, but for what the browser sees', () => {
  expect(findWrong(good)).toEqual([]);
  expect(findWrong({ ...emptyDraft, reason: '  ' })).toEqual([]);
  expect(findWrong({ ...good, way: 'web', url: 'shop.example' })).toEqual(['url-malformed']);
  expect(findWrong({ ...good, way: 'web', url: 'javascript:alert(1)' })).toEqual(['url-malformed']);
});

test('who revokes needs no reason, as long as the proof says anything', () => {
  for (const way of receivedWays) expect(findWrong({ ...emptyDraft, way })).toEqual([]);
  for (const way of contractChannels) expect(findWrong({ ...emptyDraft, way })).toEqual(['ground-missing']);
  expect(findWrong({ ...emptyDraft, way: 'email', request: 'No more' })).toEqual([]);
  expect(findWrong({ ...emptyDraft, way: 'web', url: 'https://shop.example/' })).toEqual([]);
});

test('an address that was typed before is neither checked nor sent where the way has no page', () => {
  for (const way of ['telephone', 'email'] as const) {
    const draft = { ...good, way, url: 'shop.example' };

    expect(findWrong(draft)).toEqual([]);
    expect(toRevocation(id, draft).proof).not.toHaveProperty('url');
  }
});

test('a request is as long as the service takes, in bytes', () => {
  const rest = JSON.stringify(toRevocation(id, { ...good, request: '.' })).length - 1;

  expect(findWrong({ ...good, request: 'x'.repeat(limits.bodyBytes - rest) })).toEqual([]);
  expect(findWrong({ ...good, request: 'x'.repeat(limits.bodyBytes - rest + 1) })).toEqual(['too-long']);
  expect(findWrong({ ...good, request: 'ü'.repeat(limits.bodyBytes / 2) })).toEqual(['too-long']);
});

test('a way that no channel names is sent as the proof says it, and as nothing else', () => {
  expect(toRevocation(id, { ...good, way: 'telephone' })).toEqual({
    id,
    channel: 'web',
    proof: { received_by: 'telephone', reason: 'she wrote' },
  });
  expect(toRevocation(id, { ...good, way: 'web.form' })).toEqual({
    id,
    channel: 'web.form',
    proof: { reason: 'she wrote' },
  });
});

test('every channel of the contract can be chosen, and every way beside them', () => {
  expect([...channels].sort()).toEqual([...contractChannels].sort());
  expect([...waysToRevoke].sort()).toEqual([...contractChannels, ...receivedWays].sort());
});
