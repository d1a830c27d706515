import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import type { Item, Key, Table } from '../../../../shared/store/table.ts';
import { findAllowing, roles, toRequests } from '../../../infra/iam.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { deleteItem, putItem } from '../../../support/make/stored.ts';
import { table } from '../../../support/make/table.ts';

/** A write as somebody makes it past the register. */
export interface Write {
  readonly on: Table;
  readonly put?: Item & Key;
  readonly remove?: Key;
}

export const perform = async (writes: readonly Write[]): Promise<void> => {
  for (const { on, put, remove } of writes) await (remove ? deleteItem(on, remove) : putItem(on, put));
};

/** The policies of people (docs/commands.md) that allow all of the writes. */
export const whoMay = (writes: readonly Write[]): string[] =>
  (['look', 'operate', 'erase'] as const).filter((role) =>
    writes.every(({ on, put, remove }) => {
      const input = { TableName: on.name, ...(remove ? { Key: { ...remove } } : { Item: { PK: '', ...put } }) };
      return toRequests('DynamoDB', remove ? 'DeleteCommand' : 'PutCommand', input).every(
        (request) => findAllowing(roles[role], request) !== undefined,
      );
    }),
  );

export const read = async (key: Key): Promise<Item & Key> => ({ ...key, ...(await getItem(table, key)) });

/** Everything of a consent that a document is made from. */
export const copyRecord = async ({ accountId, pid }: Tenant, id: string): Promise<Write[]> => {
  const versions = await listNoticeVersions(table, accountId);
  const keys = [
    keyOf.consent(accountId, id),
    keyOf.notice(accountId, pid),
    ...versions.map((version) => keyOf.noticeVersion(accountId, version.id)),
  ];
  return Promise.all(keys.map(async (key) => ({ on: table, put: await read(key) })));
};
