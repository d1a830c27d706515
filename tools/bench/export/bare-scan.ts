import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/store/client.ts';

/** Reads the whole table in so many segments side by side, and does nothing with the items. Returns how many there are, and the seconds. */
export const scanBarely = async ({ name, client }: Table, segments: number) => {
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: segments }, async (_, Segment) => {
      let items = 0;
      const input = { TableName: name, ConsistentRead: true, Segment, TotalSegments: segments };
      for await (const { Items = [] } of paginateScan({ client }, input)) items += Items.length;
      return items;
    }),
  );
  return {
    items: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - start) / 1_000,
  };
};
