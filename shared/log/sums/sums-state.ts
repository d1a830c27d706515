import * as v from 'valibot';
import type { Item, Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import { findLastCheckpoint } from '../checkpoints.ts';
import { SummedVersion } from './summed-versions.ts';
import { sumsRanges } from './sums-items.ts';

/** The time up to which the sums of a log count. Undefined if nothing was published yet. */
export const findCountedUntil = async (log: Table): Promise<Date | undefined> => {
  const checkpoint = await findLastCheckpoint(log);
  return checkpoint && parseCheckpoint(checkpoint.note)?.time;
};

export const parseVersions = (items: readonly Item[]): SummedVersion[] =>
  items.map((item) => v.parse(SummedVersion, item));

/** Whether the sums have all consents to all existing versions. */
export const areWhole = (versions: readonly SummedVersion[]): boolean =>
  versions.length > 0 && versions.every(({ isWhole }) => isWhole === true);

/** The time up to which the sums of an account have all its consents. Undefined if they do not. */
export const findWholeUntil = async (log: Table, accountId: string): Promise<Date | undefined> => {
  const [countedUntil, versions] = await Promise.all([
    findCountedUntil(log),
    queryItems(log, logKeyOf.sums(accountId, ''), { range: sumsRanges.versions }),
  ]);
  return areWhole(parseVersions(versions)) ? countedUntil : undefined;
};
