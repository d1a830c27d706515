import { expect, test } from 'vitest';
import type { Actor } from '../../infra/actors.ts';
import { tableAccess } from '../../infra/table-access.ts';
import { readRecord } from '../support/access-record.ts';
import { isLike } from '../support/iam.ts';
import { synthesise, tableStatements } from '../support/stack.ts';

const record = readRecord();
/** All but the one that has no right to any table. */
const actors = (Object.keys(tableAccess) as Actor[]).filter((actor) => actor !== 'checkKeys');

const { template } = await synthesise({ events: true, accessLog: true });

test('all tests of the functions have run before', () => {
  const used = new Set(record.map(({ actor }) => actor).filter((actor) => !actor.startsWith('command ')));

  expect([...used].sort(), 'run `npm test`: this looks at what all tests did').toEqual([...actors].sort());
});

test.each(actors)('%s: every call of the tests is one that the policy allows', (actor) => {
  const statements = tableStatements(template, actor);
  const refused = record
    .filter((access) => access.actor === actor)
    .filter(
      ({ action, index, partitions, attributes, beside, select }) =>
        !statements.some(
          (statement) =>
            statement.action === action &&
            statement.index === index &&
            statement.beside === beside &&
            (statement.select === undefined || statement.select === select) &&
            partitions.every((partition) => statement.partitions.some((pattern) => isLike(partition, pattern))) &&
            attributes.every((attribute) => statement.attributes?.includes(attribute) ?? true),
        ),
    );

  expect(refused).toEqual([]);
});

test.each(actors)('%s: whatever the policy allows is what a call of the tests needs', (actor) => {
  const accesses = record.filter((access) => access.actor === actor);
  const unused = tableStatements(template, actor).flatMap((statement) => {
    const { action, index, beside, partitions, attributes = [], select } = statement;
    const used = accesses.filter(
      (access) =>
        access.action === action &&
        access.index === index &&
        access.beside === beside &&
        (select === undefined || access.select === select),
    );
    const isUsed = (pattern: string): boolean =>
      used.some((access) => access.partitions.some((partition) => isLike(partition, pattern)));
    const isNamed = (attribute: string): boolean => used.some((access) => access.attributes.includes(attribute));
    return [
      ...partitions.filter((pattern) => !isUsed(pattern)),
      ...attributes.filter((attribute) => !isNamed(attribute)),
    ].map((unneeded) => `${action} ${index ?? ''} ${unneeded}`);
  });

  expect(unused).toEqual([]);
});
