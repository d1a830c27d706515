import * as v from 'valibot';
import type { Table } from '../store/client.ts';
import { logKeyOf } from '../store/log-keys.ts';
import { queryItems } from '../store/query.ts';

const SetAside = v.object({
  /** Its number in the stream, and a digest of its item's key. */
  SK: v.string(),
  /** Name of the error. */
  reason: v.string(),
  /** When it was set aside. */
  at: v.string(),
});

/** A stream record that could not be read. */
export type SetAside = v.InferOutput<typeof SetAside>;

/** Sequence numbers are digits. */
const range = { from: '0', until: ':' };

/** Records that could not be read, in the order of the stream. */
export const listSetAside = async (log: Table): Promise<SetAside[]> =>
  (await queryItems(log, logKeyOf.aside(''), { range })).map((item) => v.parse(SetAside, item));
