import { execFileSync } from 'node:child_process';
import type {
  CreateTableInput,
  GlobalSecondaryIndex,
  GlobalSecondaryIndexDescription,
  UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { DescribeTableCommand, UpdateTableCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { nameErasuresTable, nameLogTable } from '../../../cli/local/create-table.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { tableDefinition } from '../../../shared/store/keys.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { diagnose, diagnosis, expectOnly, ok, wrong } = await import('../../support/make/sound-stage.ts');
const { region } = await import('../../support/make/deployed-stage.ts');
const { useSoundStage, useTable } = await import('../../support/make/sound-stage.ts');

const stage = await useSoundStage(proxy);

/** Lets the engine describe the table in another way. */
const describeTableWith = (changed: Readonly<Record<string, unknown>>): void => {
  const { intercept } = proxy;
  proxy.intercept = async (call) => {
    const answer = await (intercept?.(call) ?? call.forward());
    const { Table } = answer?.output ?? {};
    const isOfStage = call.name === 'DescribeTable' && call.input.TableName === stage.table.name;
    if (!isOfStage || typeof Table !== 'object') return answer;
    return { status: 200, output: { Table: { ...Table, ...changed } } };
  };
};

test.each(['CREATING', 'ARCHIVED', 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'])('a table is %s', async (status) => {
  describeTableWith({ TableStatus: status });

  await expectOnly(
    stage,
    wrong('table', status, 'Wait until it is ACTIVE. If it does not become ACTIVE, restore it (docs/restore.md).'),
  );
});

test('a table may be updating', async () => {
  describeTableWith({ TableStatus: 'UPDATING' });

  await expectOnly(stage, ok('table', 'UPDATING'));
});

/** The table of the stage as a shell names it. */
const ofTable = () => `--region ${region} --table-name ${stage.table.name}`;

/** Makes the stage's table anew, with these indexes. */
const useIndexes = async (change: (indexes: readonly GlobalSecondaryIndex[]) => readonly GlobalSecondaryIndex[]) => {
  const { intercept } = proxy;
  proxy.intercept = async (call) => {
    if (call.name !== 'CreateTable') return intercept?.(call);
    const { AttributeDefinitions, GlobalSecondaryIndexes, ...input } = call.input as unknown as CreateTableInput;
    const indexes = change(GlobalSecondaryIndexes ?? []);
    const keys = [...(input.KeySchema ?? []), ...indexes.flatMap(({ KeySchema = [] }) => KeySchema)];
    return call.forward({
      ...input,
      AttributeDefinitions: AttributeDefinitions?.filter((attribute) =>
        keys.some(({ AttributeName }) => AttributeName === attribute.AttributeName),
      ),
      GlobalSecondaryIndexes: indexes.length === 0 ? undefined : indexes,
    });
  };
  await useTable(stage, {});
};

/** What a shell makes of the line for `aws` in an advice, as the input of UpdateTable. */
const toUpdate = (advice = ''): UpdateTableCommandInput => {
  const line = advice.slice(advice.indexOf('aws dynamodb'));
  const printed = execFileSync('/bin/sh', ['-c', `aws() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
  const [, command, ...words] = printed.trimEnd().split('\n');
  const options = Object.fromEntries(
    words.flatMap((word, i) => (word.startsWith('--') ? [[word.slice(2), words[i + 1] ?? '']] : [])),
  );
  expect(command).toBe('update-table');
  expect(options.region).toBe(region);
  return {
    TableName: options['table-name'],
    ...(options['attribute-definitions'] && { AttributeDefinitions: JSON.parse(options['attribute-definitions']) }),
    GlobalSecondaryIndexUpdates: JSON.parse(options['global-secondary-index-updates'] ?? ''),
  };
};

type Index = Pick<GlobalSecondaryIndexDescription, 'IndexName' | 'KeySchema' | 'Projection'>;

const toShape = ({ IndexName, KeySchema, Projection }: Index): Index => ({
  IndexName,
  KeySchema,
  Projection: { ...Projection, NonKeyAttributes: [...(Projection?.NonKeyAttributes ?? [])].sort() },
});

const findIndexes = async (): Promise<GlobalSecondaryIndexDescription[]> => {
  const { Table } = await stage.table.client.send(new DescribeTableCommand({ TableName: stage.table.name }));
  return Table?.GlobalSecondaryIndexes ?? [];
};

const findIndex = (name: string, indexes: readonly Index[] = []): Index | undefined =>
  indexes.filter(({ IndexName }) => IndexName === name).map(toShape)[0];

/** Does what the shell would do, and returns the indexes as they are about to be. */
const follow = async (advice: string | undefined) => {
  const { TableDescription } = await stage.table.client.send(new UpdateTableCommand(toUpdate(advice)));
  return TableDescription?.GlobalSecondaryIndexes;
};

test('an older table lacks indexes: the line adds the first as it is in a new table', async () => {
  const sound = findIndex('project', await findIndexes());
  await useIndexes((indexes) => indexes.slice(2));

  const [finding] = (await diagnose(stage)).unsound;

  expect(finding?.says).toBe('project missing; first_name missing');
  expect(sound).toBeDefined();
  expect(findIndex('project', await follow(finding?.todo))).toEqual(sound);
});

test('an index is missing', async () => {
  await useIndexes((indexes) => indexes.filter(({ IndexName }) => IndexName !== 'email'));

  const create = {
    IndexName: 'email',
    KeySchema: [
      { AttributeName: 'emailKey', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    Projection: {
      ProjectionType: 'INCLUDE',
      NonKeyAttributes: consentIndexes.find(({ name }) => name === 'email')?.nonKeyAttributes,
    },
  };
  await expectOnly(
    stage,
    wrong(
      'indexes',
      'email missing',
      `Add it, then run \`doctor\` again. aws dynamodb update-table ${ofTable()} --attribute-definitions '[{"AttributeName":"emailKey","AttributeType":"B"},{"AttributeName":"SK","AttributeType":"S"}]' --global-secondary-index-updates '${JSON.stringify([{ Create: create }])}'`,
    ),
  );
});

test.each(['CREATING', 'DELETING'])('an index is %s: nothing else can be done to indexes', async (status) => {
  await useIndexes((indexes) => indexes.filter(({ IndexName }) => IndexName !== 'project'));
  const indexes = await findIndexes();
  describeTableWith({
    GlobalSecondaryIndexes: indexes.map((index) =>
      index.IndexName === 'email' ? { ...index, IndexStatus: status } : index,
    ),
  });

  await expectOnly(
    stage,
    wrong(
      'indexes',
      `project missing; email ${status}`,
      'Wait until email is ACTIVE or gone, then run `doctor` again.',
    ),
  );
});

const changeEmail =
  (change: Partial<GlobalSecondaryIndex>) =>
  (indexes: readonly GlobalSecondaryIndex[]): readonly GlobalSecondaryIndex[] =>
    indexes.map((index) => (index.IndexName === 'email' ? { ...index, ...change } : index));

const only = (...NonKeyAttributes: string[]) => ({
  Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes },
});

test.each([
  [
    'email has other keys',
    changeEmail({
      KeySchema: [
        { AttributeName: 'phoneKey', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    }),
  ],
  ['email has other keys', changeEmail({ KeySchema: [{ AttributeName: 'emailKey', KeyType: 'HASH' }] })],
  [
    'email lacks valueDigests',
    changeEmail(only('projectUid', 'pid', 'versionId', 'lang', 'channel', 'storedBytes', 'answerBytes')),
  ],
  [
    'email lacks projectUid, pid, versionId, lang, channel, valueDigests, storedBytes, answerBytes',
    changeEmail({ Projection: { ProjectionType: 'KEYS_ONLY' } }),
  ],
])('%s: no index can be changed, so it is deleted', async (says, change) => {
  await useIndexes(change);

  const diagnosed = await diagnose(stage);

  expect(diagnosed).toEqual(
    diagnosis(
      wrong(
        'indexes',
        says,
        `Delete it, then run \`doctor\` again, which says how to add it. Searches by email fail until then. aws dynamodb update-table ${ofTable()} --global-secondary-index-updates '[{"Delete":{"IndexName":"email"}}]'`,
      ),
    ),
  );
  const left = await follow(diagnosed.unsound[0]?.todo);
  expect(left).toContainEqual(expect.objectContaining({ IndexName: 'phone' }));
  expect(left).not.toContainEqual(expect.objectContaining({ IndexName: 'email', IndexStatus: 'ACTIVE' }));
});

test('the key of an index is of another type', async () => {
  const { Table } = await stage.table.client.send(new DescribeTableCommand({ TableName: stage.table.name }));
  describeTableWith({
    AttributeDefinitions: Table?.AttributeDefinitions?.map((attribute) =>
      attribute.AttributeName === 'emailKey' ? { ...attribute, AttributeType: 'S' } : attribute,
    ),
  });

  expect((await diagnose(stage)).unsound).toEqual([
    expect.objectContaining({ check: 'indexes', state: 'wrong', says: 'email has other keys' }),
  ]);
});

test.each([
  ['all', { Projection: { ProjectionType: 'ALL' as const } }],
  ['more', only(...new Set(consentIndexes.flatMap(({ nonKeyAttributes }) => nonKeyAttributes)))],
])('an index may have %s attributes of a consent', async (_, change) => {
  await useIndexes(changeEmail(change));

  await expectOnly(stage);
});

const update = (changed: Omit<UpdateTableCommandInput, 'TableName'>) =>
  stage.table.client.send(new UpdateTableCommand({ TableName: stage.table.name, ...changed }));

const expire = (AttributeName: string, Enabled: boolean) =>
  stage.table.client.send(
    new UpdateTimeToLiveCommand({
      TableName: stage.table.name,
      TimeToLiveSpecification: { AttributeName, Enabled },
    }),
  );

const restoreAs = (PointInTimeRecoveryStatus: string) => async () => {
  stage.recovery = { PointInTimeRecoveryStatus };
};
const off = { StreamSpecification: { StreamEnabled: false } };

/** What is done to the table, and what `doctor` then says. `<table>` stands for the options that name the table. */
test.each<[string, () => Promise<unknown>, ...told: [check: string, says: string, todo: string]]>([
  [
    'can be deleted',
    () => update({ DeletionProtectionEnabled: false }),
    'deletion protection',
    'off',
    'Turn it on, unless the stage is for development. aws dynamodb update-table <table> --deletion-protection-enabled',
  ],
  [
    'cannot be restored',
    restoreAs('DISABLED'),
    'point-in-time recovery',
    'off',
    'Turn it on. Until then nothing can be restored. aws dynamodb update-continuous-backups <table> --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
  ],
  [
    'keeps what has expired',
    () => expire(tableDefinition.timeToLive, false),
    'time to live',
    'off',
    'Turn it on. Until then expired items stay. aws dynamodb update-time-to-live <table> --time-to-live-specification Enabled=true,AttributeName=expiresAt',
  ],
  [
    'has items expire by another attribute',
    () => expire(tableDefinition.timeToLive, false).then(() => expire('endsAt', true)),
    'time to live',
    'on, by endsAt',
    'DynamoDB may delete items that must stay. Turn it off, wait an hour, then run `doctor` again. aws dynamodb update-time-to-live <table> --time-to-live-specification Enabled=false,AttributeName=endsAt',
  ],
  [
    'was restored and has no stream',
    () => update(off),
    'stream',
    'off',
    'Turn it on. Until then no replica can be added. aws dynamodb update-table <table> --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES',
  ],
  [
    'shows less of an item in its stream than it should',
    () => update(off).then(() => update({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } })),
    'stream',
    'on, KEYS_ONLY',
    'It cannot be changed. Turn it off, then run `doctor` again. aws dynamodb update-table <table> --stream-specification StreamEnabled=false',
  ],
])('the table %s', async (_what, arrange, check, says, todo) => {
  await arrange();

  await expectOnly(stage, wrong(check, says, todo.replace('<table>', ofTable())));
});

test('the table can be restored since a moment ago', async () => {
  await restoreAs('ENABLED')();

  await expectOnly(stage, ok('point-in-time recovery', 'on, back to its beginning'));
});

test.each([nameErasuresTable, nameLogTable])('a table beside is looked after as well: %o', async (nameTable) => {
  const TableName = nameTable(stage.table.name);
  await stage.table.client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));

  await expectOnly(
    stage,
    wrong(
      nameTable === nameLogTable ? 'log table' : 'erasures table',
      'deletion protection: off',
      `Turn it on, unless the stage is for development. aws dynamodb update-table --region ${region} --table-name ${TableName} --deletion-protection-enabled`,
    ),
  );
});
