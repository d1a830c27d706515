import { expect, test } from 'vitest';
import { nameErasuresTable } from '../../../cli/local/create-table.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { endPlan } from '../../../shared/consents/erasure/erasures.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { expectOnly, ok, skipped, wrong } = await import('../../support/make/sound-stage.ts');
const { useSoundStage } = await import('../../support/make/sound-stage.ts');
const { writePlan } = await import('../../support/make/changes.ts');

const stage = await useSoundStage(proxy);

const erasuresOf = (table: Table): Table => openTable(nameErasuresTable(table.name));
const time = new Date('2026-11-19T12:00:00.000Z');

const accountOf = async (table: Table): Promise<string> => {
  const [account] = await listAccounts(table);
  if (account === undefined) throw new Error('The stage has an account.');
  return account.id;
};

/** Lists so many erasures, and has the table hold those consents in some form. */
const listErased = async (count: number, consent: Readonly<Record<string, unknown>> | undefined, extent: Extent) => {
  const { table } = stage;
  const accountId = await accountOf(table);
  const consentIds = Array.from({ length: count }, () => newIdentifier(time));
  const plan = await writePlan(erasuresOf(table), accountId, { time, extent, consentIds, by: 'local:test' });
  await endPlan(erasuresOf(table), accountId, plan, time);
  if (consent === undefined) return;
  for (const consentId of consentIds) {
    await write(table, { put: { ...keyOf.consent(accountId, consentId), ...consent }, ...isNew });
  }
};

const replay =
  'This happens after a restore, or when an erasing command was interrupted. Run `person erase --replay` to erase them again.';

const erased = { eraseTime: time.toISOString() };
const whole = { userData: new Uint8Array(8) };

test.each([
  ['the evidence stays of', erased, 'evidence'],
  ['nothing is there any more of', undefined, 'everything'],
  ['nothing is there any more, though the evidence was to stay, of', undefined, 'evidence'],
] as const)('%s consents that were erased', async (_, consent, extent) => {
  await listErased(3, consent, extent);

  await expectOnly(stage, ok('erasures', 'none of the latest 3 erasures has come back'));
});

test.each([
  ['whole', whole, 'evidence'],
  ['whole', whole, 'everything'],
  ['as evidence', erased, 'everything'],
] as const)('erased consents are there again, %s, that were erased: %s %s', async (_, consent, extent) => {
  await listErased(1, undefined, 'evidence');
  await listErased(2, consent, extent);

  await expectOnly(stage, wrong('erasures', '2 of the latest 3 erasures must be done again', replay));
});

test('it looks at the latest thousand of an account, a hundred in a call, and reads nothing else of the consents', async () => {
  const calls: unknown[] = [];
  await listErased(1_100, undefined, 'evidence');
  const { intercept } = proxy;
  proxy.intercept = async (call) => {
    const { [stage.table.name]: request } = (call.input.RequestItems ?? {}) as Record<
      string,
      { Keys: { PK: string }[] }
    >;
    if (request?.Keys.some(({ PK }) => JSON.stringify(PK).includes('#CONSENT#'))) calls.push(request);
    return intercept?.(call) ?? call.forward();
  };

  await expectOnly(stage, ok('erasures', 'none of the latest 1,000 erasures has come back'));
  expect(calls).toHaveLength(10);
  expect(calls).toEqual(
    calls.map(() => expect.objectContaining({ ProjectionExpression: 'PK,SK,eraseTime', ConsistentRead: true })),
  );
});

test('an interrupted erasure is reported, with the command that finishes it', async () => {
  const { table } = stage;
  const consentIds = ['a', 'b', 'c'];
  await writePlan(erasuresOf(table), await accountOf(table), { time, extent: 'evidence', consentIds, by: 'local:ada' });

  await expectOnly(
    stage,
    wrong(
      'unfinished erasures',
      'an erasure of 3 consents by local:ada, begun on 2026-11-19 12:00:00, has not ended',
      'If no command is still running it, `person erase --replay` finishes it.',
    ),
    ok('erasures', 'none of the latest 3 erasures has come back'),
  );
});

test('a stage that was deployed before there was an erasures table is deployed again', async () => {
  const { ErasuresTableName: _, ...outputs } = stage.aws.stacks.get('ConsentRegister-prod') ?? {};
  stage.aws.stacks.set('ConsentRegister-prod', outputs);

  await expectOnly(
    stage,
    wrong('erasures table', 'missing', 'Deploy the stage again to create it. Until then nobody can be erased.'),
    skipped('unfinished erasures', 'needs the erasures table'),
    skipped('erasures', 'needs the erasures table'),
  );
});
