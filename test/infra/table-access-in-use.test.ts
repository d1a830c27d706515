import { expect, test } from 'vitest';
import type { Actor } from '../../infra/table-access.ts';
import { tableAccess } from '../../infra/table-access.ts';
import { readRecord } from '../support/access-record.ts';
import { synthesise, tableStatements } from '../support/stack.ts';

const record = readRecord();
const actors = Object.keys(tableAccess) as Actor[];

const { template } = await synthesise({ bundling: false });

/** IAM's StringLike: `*` is any text, `?` any one character. */
const isLike = (value: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(value);

test('all tests of the functions have run before', () => {
  const used = new Set(record.map(({ actor }) => actor));

  expect([...used].sort(), 'run `npm test`: this looks at what all tests did').toEqual([...actors].sort());
});

test.each(actors)('%s: every call of the tests is one that the policy allows', (actor) => {
  const statements = tableStatements(template, actor);
  const refused = record
    .filter((access) => access.actor === actor)
    .filter(
      ({ action, index, partitions }) =>
        !statements.some(
          (statement) =>
            statement.action === action &&
            statement.index === index &&
            partitions.every((partition) => statement.partitions.some((pattern) => isLike(partition, pattern))),
        ),
    );

  expect(refused).toEqual([]);
});

test.each(actors)('%s: whatever the policy allows is what a call of the tests needs', (actor) => {
  const accesses = record.filter((access) => access.actor === actor);
  const unused = tableStatements(template, actor).flatMap(({ action, index, partitions }) =>
    partitions
      .filter(
        (pattern) =>
          !accesses.some(
            (access) =>
              access.action === action &&
              access.index === index &&
              access.partitions.some((partition) => isLike(partition, pattern)),
          ),
      )
      .map((pattern) => `${action} ${index ?? ''} ${pattern}`),
  );

  expect(unused).toEqual([]);
});
