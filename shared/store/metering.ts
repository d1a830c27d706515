import type { Around, Table } from './client.ts';
import { throughEach } from './client.ts';

interface Capacity {
  readonly CapacityUnits?: number;
}

/** Units of an answer that was asked for them, for one or several tables. */
export const unitsOf = (answer: unknown): number => {
  const { ConsumedCapacity } = Object(answer) as { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }: Capacity) => sum + CapacityUnits, 0);
};

/** Whether the input of a call is that of a Query. */
export const isQuery = (input: object): boolean => 'KeyConditionExpression' in input;

/** Whether it is that of a Query, a GetItem or a BatchGetItem: in what functions do, all else writes. */
export const isRead = (input: object): boolean =>
  isQuery(input) || 'RequestItems' in input || ('Key' in input && !('UpdateExpression' in input));

/** The table whose calls ask for their units, and go through `around`. */
export const askUnits = (table: Table, around: Around): Table =>
  throughEach(table, (send, input) => {
    Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' });
    return around(send, input);
  });
