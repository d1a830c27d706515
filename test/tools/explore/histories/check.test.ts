import { expect, test } from 'vitest';
import type { Change, Event, Search } from '../../../../tools/explore/histories/check.ts';
import { findAnomalies } from '../../../../tools/explore/histories/check.ts';

const answered = (id: string, more = {}) => JSON.stringify({ consentId: id, ...more });

const add = (called: number, at: number, id: string, more: Partial<Change> = {}): Change => ({
  kind: 'add',
  called,
  answered: at,
  status: 200,
  text: answered(id),
  key: undefined,
  request: 'add',
  ...more,
});

const revoke = (called: number, at: number, id: string, more: Partial<Change> = {}): Change => ({
  ...add(called, at, id),
  kind: 'revoke',
  target: id,
  text: answered(id, { time: 'noon' }),
  request: `revoke ${id}`,
  ...more,
});

const record = (id: string, revoked = false) => ({ id, revoked });

const search = (
  called: number,
  at: number,
  data: unknown[],
  more: Partial<Search> & { total?: number } = {},
): Search => {
  const { total = data.length, ...rest } = more;
  const body = rest.first ? { data: data[0] ?? null } : { data, totalResults: total };
  return {
    kind: 'search',
    called,
    answered: at,
    status: 200,
    text: JSON.stringify(body),
    followed: called,
    first: false,
    page: 1,
    perPage: 50,
    ...rest,
  };
};

const reused = { status: 409, text: '{"code":"idempotency-key.reused"}' };

test.each<[string, Event[]]>([
  ['consents one after the other', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('b'), record('a')])]],
  ['a replay', [add(1, 2, 'a', { key: 'k' }), add(3, 4, 'a', { key: 'k' }), search(5, 6, [record('a')])]],
  ['a replay at once', [add(1, 4, 'a', { key: 'k' }), add(2, 3, 'a', { key: 'k' })]],
  ['a key for two requests', [add(1, 2, 'a', { key: 'k' }), add(3, 4, 'b', { key: 'k', request: 'other', ...reused })]],
  ['two revocations', [add(1, 2, 'a'), revoke(3, 6, 'a'), revoke(4, 5, 'a')]],
  [
    'a revocation of a consent whose key is answered later',
    [add(1, 2, 'a', { key: 'k' }), revoke(3, 4, 'a', { key: 'l' })],
  ],
  ['a search that sees what is being recorded', [add(1, 4, 'a'), search(2, 3, [record('a')])]],
  ['a search that does not yet', [add(1, 4, 'a'), search(2, 3, [])]],
  ['a search that sees a revocation under way', [add(1, 2, 'a'), revoke(3, 6, 'a'), search(4, 5, [record('a', true)])]],
  ['a search by values that lists do not show yet', [add(1, 2, 'a'), search(3, 4, [], { followed: 1 })]],
  ['one that they show already', [add(1, 2, 'a'), search(3, 4, [record('a')], { followed: 1 })]],
  ['a search by id at once', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('a')], { id: 'a', followed: 0 })]],
  ['a second page', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('a')], { page: 2, perPage: 1, total: 2 })]],
  ['the latest', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('b')], { first: true })]],
])('%s is as it should be', (_name, events) => {
  expect(findAnomalies(events)).toEqual([]);
});

test.each<[string, Event[]]>([
  ['an id is given twice', [add(1, 2, 'a'), add(3, 4, 'a')]],
  ['a replay makes a new consent', [add(1, 2, 'a', { key: 'k' }), add(3, 4, 'b', { key: 'k' })]],
  ['a key serves two requests', [add(1, 2, 'a', { key: 'k' }), add(3, 4, 'b', { key: 'k', request: 'other' })]],
  ['a key is refused to its own request', [add(1, 2, 'a', { key: 'k' }), add(3, 4, 'a', { key: 'k', ...reused })]],
  ['a key is refused before it is used', [add(1, 2, 'a', { key: 'k', ...reused }), add(3, 4, 'b', { key: 'k' })]],
  ['an add fails', [add(1, 2, 'a', { status: 503, text: '{}' })]],
  ['a revocation fails', [add(1, 2, 'a'), revoke(3, 4, 'a', { status: 404, text: '{}' })]],
  ['what is revoked was never recorded', [revoke(1, 2, 'a')]],
  ['what is revoked is recorded only later', [revoke(1, 2, 'a'), add(3, 4, 'a')]],
  [
    'a second revocation tells another time',
    [add(1, 2, 'a'), revoke(3, 4, 'a'), revoke(5, 6, 'a', { text: answered('a', { time: 'later' }) })],
  ],
  ['another consent is revoked', [add(1, 2, 'a'), add(3, 4, 'b'), revoke(5, 6, 'a', { text: answered('b') })]],
  ['an acknowledged consent is not found', [add(1, 2, 'a'), search(3, 4, [])]],
  ['one is not found by id at once', [add(1, 2, 'a'), search(3, 4, [], { id: 'a', followed: 0 })]],
  ['one is not found in lists that show it by now', [add(1, 2, 'a'), search(4, 5, [], { followed: 3 })]],
  ['another one is found by id', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('b')], { id: 'a' })]],
  [
    'a revocation is not shown while lists are behind',
    [add(1, 2, 'a'), revoke(3, 4, 'a'), search(5, 6, [record('a')], { followed: 0 })],
  ],
  ['a total counts more than there is', [add(1, 2, 'a'), search(3, 4, [record('a')], { total: 2, followed: 0 })]],
  ['a consent is found twice', [add(1, 2, 'a'), search(3, 4, [record('a'), record('a')])]],
  ['a consent is found before it was asked for', [search(1, 2, [record('a')]), add(3, 4, 'a')]],
  ['consents are found oldest first', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('a'), record('b')])]],
  ['the total is too small', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('b')], { perPage: 1, total: 1 })]],
  ['a page is not full', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [], { page: 2, perPage: 1, total: 2 })]],
  ['the latest is an earlier one', [add(1, 2, 'a'), add(3, 4, 'b'), search(5, 6, [record('a')], { first: true })]],
  ['a revocation is not shown', [add(1, 2, 'a'), revoke(3, 4, 'a'), search(5, 6, [record('a')])]],
  ['a revocation is shown that nobody asked for', [add(1, 2, 'a'), search(3, 4, [record('a', true)])]],
  ['a search fails', [search(1, 2, [], { status: 500 })]],
])('it is noticed when %s', (_name, events) => {
  expect(findAnomalies(events)).not.toEqual([]);
});
