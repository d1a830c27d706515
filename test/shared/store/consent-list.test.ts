import { describe, expect, test } from 'vitest';
import { newIdentifier } from '../../../shared/identifier.ts';
import { parseAccount } from '../../../shared/store/account.ts';
import { parseEntry, partitionFor, partitionsOf, placesOf } from '../../../shared/store/consent-list.ts';

const newAccount = (listPartitions: number) =>
  parseAccount({ id: 'a', name: 'A', consentRegisterEnabled: true, listPartitions, createdAt: '2026-11-20T12:00:00Z' });

const toId = (end: string): string => end.padStart(32, '0');

test('the partitions of a list are its name, and the name with a number for each further one', () => {
  expect(partitionsOf(newAccount(1), 'LIST')).toEqual(['LIST']);
  expect(partitionsOf(newAccount(4), 'LIST')).toEqual(['LIST', 'LIST#1', 'LIST#2', 'LIST#3']);
});

test.each([
  ['0', 'LIST'],
  ['1', 'LIST#1'],
  ['0007', 'LIST#3'],
  ['fffe', 'LIST#2'],
  ['f0000', 'LIST'],
  ['10001', 'LIST#1'],
])('of four partitions, an id that ends in %s goes by its last bits', (end, partition) => {
  expect(partitionFor(newAccount(4), 'LIST', toId(end))).toBe(partition);
  expect(partitionFor(newAccount(1), 'LIST', toId(end))).toBe('LIST');
});

test('ids of one moment spread over all partitions', () => {
  const now = new Date();
  const used = new Set(Array.from({ length: 500 }, () => partitionFor(newAccount(8), 'LIST', newIdentifier(now))));

  expect([...used].sort()).toEqual(partitionsOf(newAccount(8), 'LIST'));
});

describe('a consent may be where it would have gone while the list had fewer partitions', () => {
  test.each([
    [1, '7', ['LIST']],
    [4, '0', ['LIST']],
    [4, '1', ['LIST', 'LIST#1']],
    [4, '2', ['LIST', 'LIST#2']],
    [4, '3', ['LIST', 'LIST#1', 'LIST#3']],
    [8, '7', ['LIST', 'LIST#1', 'LIST#3', 'LIST#7']],
  ])('of %i partitions, with an id that ends in %s', (parts, end, partitions) => {
    const list = { partitions: partitionsOf(newAccount(parts), 'LIST') };
    const SK = toId(end);

    expect(placesOf(list, SK)).toEqual(partitions.map((PK) => ({ PK, SK })));
  });
});

test('an entry is read with all its facets, from whatever attribute the list is sorted by', () => {
  const facets = { projectUid: 'shop', pid: 7, versionId: toId('9'), lang: 'eng', channel: 'web' };

  expect(parseEntry({ ...facets, SK: 'one', PK: 'x' }, 'SK')).toEqual({ id: 'one', facets, proofId: undefined });
  expect(parseEntry({ ...facets, GSI1SK: 'two', SK: 'CONSENT', proofId: 'one' }, 'GSI1SK')).toEqual({
    id: 'two',
    facets,
    proofId: 'one',
  });
  for (const name of Object.keys(facets)) {
    const { [name as keyof typeof facets]: _left, ...rest } = facets;
    expect(() => parseEntry({ ...rest, SK: 'one' }, 'SK')).toThrow(name);
  }
});
