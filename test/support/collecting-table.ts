import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from '../../shared/store/client.ts';
import { keyOf } from '../../shared/store/keys.ts';

/** Of what has a number. */
export type Series = Parameters<typeof keyOf.counter>[0];

/** A table that keeps what is written to it, in this process. */
export interface CollectingTable extends Table {
  readonly written: readonly (Key & Item)[];
}

/**
 * Takes what creates things of new ids, without the conditions that then hold.
 *
 * @param takeNumber the next number of a series, that of a user or a notice
 */
export const collectWrites = (name: string, takeNumber: (series: Series) => Promise<number>): CollectingTable => {
  const written: (Key & Item)[] = [];
  const seriesOf = ({ PK, SK }: Partial<Key>): Series => {
    const found = (['USER', 'NOTICE'] as const).find((series) => {
      const counter = keyOf.counter(series);
      return counter.PK === PK && counter.SK === SK;
    });
    if (found === undefined) throw new Error(`Only what is new can be collected, not a change of ${PK}.`);
    return found;
  };
  const take = ({ Put, Update }: NonNullable<TransactWriteCommandInput['TransactItems']>[number]): void => {
    if (Put) written.push(Put.Item as Key & Item);
    else seriesOf(Update?.Key ?? {});
  };
  const send = async (command: unknown): Promise<object> => {
    if (command instanceof GetCommand) {
      return { Item: { last: (await takeNumber(seriesOf(command.input.Key ?? {}))) - 1 } };
    }
    if (command instanceof PutCommand) take({ Put: command.input });
    else if (command instanceof TransactWriteCommand) for (const item of command.input.TransactItems ?? []) take(item);
    else throw new Error('Only writes of what is new can be collected.');
    return {};
  };
  const client: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { name, client, written };
};
