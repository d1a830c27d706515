import { globSync, readFileSync } from 'node:fs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { table } from '../../support/make/table.ts';

/** What only an expression of DynamoDB has: a function of a condition, a clause with a value, a comparison with one. */
const expression =
  /attribute_(?:not_)?exists\(|begins_with\(|\b(?:SET|ADD|DELETE) \S+ [=:]|REMOVE [a-z]\w*$|\w (?:=|<=?|>=?) :\w/;
const words = /\b(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)\b/g;

/** Attributes that an expression names without a placeholder. What code puts into it is left out. */
const bareNames = (text: string): string[] =>
  text
    .replaceAll(/\$\{[^}]*\}?/g, ' ')
    .replaceAll(words, ' ')
    .match(/(?<![#:.\w])[a-z]\w*(?!\w*\s*\()/gi) ?? [];

const literals = (file: string): string[] => readFileSync(file, 'utf8').match(/'[^'\n]*'|`[^`]*`/g) ?? [];

const expressions = globSync('{shared,functions,cli}/**/*.ts').flatMap((file) =>
  literals(file).filter((text) => expression.test(text)),
);
const names = [...new Set(expressions.flatMap(bareNames))].sort();

/** Whether the engine takes the name as it stands. */
const isTaken = async (name: string): Promise<boolean> => {
  const get = new GetCommand({ TableName: table.name, Key: { PK: 'none', SK: 'none' }, ProjectionExpression: name });
  try {
    await table.client.send(get);
    return true;
  } catch (error) {
    expect(String(error)).toContain('reserved');
    return false;
  }
};

test('no expression has a reserved word of DynamoDB as the name of an attribute', async () => {
  expect(names).toEqual(expect.arrayContaining(['PK', 'currentHash', 'revokeTime', 'expiresAt', 'requests']));
  expect(await isTaken('status')).toBe(false);
  const taken = await Promise.all(names.map(isTaken));
  expect(names.filter((_, i) => !taken[i])).toEqual([]);
});
