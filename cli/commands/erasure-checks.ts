import pMap from 'p-map';
import { listAccounts } from '../../shared/identity/account.ts';
import type { Erasure } from '../../shared/consents/erasure/erasures.ts';
import { listErasures } from '../../shared/consents/erasure/erasures.ts';
import type { ErasureRun } from '../../shared/consents/erasure/runs.ts';
import { findRuns } from '../../shared/consents/erasure/runs.ts';
import { findUndone } from '../../shared/consents/erasure/undone.ts';
import type { Table } from '../../shared/store/client.ts';
import { formatTime } from '../../shared/time.ts';
import { countConsents } from './erasure/unfinished.ts';
import { countEach, countOf } from '../printing/progress.ts';
import type { Stage } from '../stage/stage.ts';
import type { Check, Diagnosis } from './doctor/finding.ts';
import { ok, skipped, wrong } from './doctor/finding.ts';
import { protection, recovery, status } from './doctor/table-checks.ts';

const noErasures = ({ signingKeySecret }: Stage): Diagnosis =>
  signingKeySecret === undefined
    ? skipped('not known for a table alone; name it with --erasures-table')
    : wrong('missing', 'Deploy the stage again to create it. Until then nobody can be erased.');

const erasuresTable: Check = {
  name: 'erasures table',
  look: async (stage, now) => {
    const { erasures } = stage;
    if (erasures === undefined) return noErasures(stage);
    const says: string[] = [];
    for (const { name, look } of [status, protection, recovery]) {
      const found = await look({ ...stage, table: erasures }, now);
      if (found.state === 'wrong') return { ...found, says: `${name}: ${found.says}` };
      if (found.state === 'ok') says.push(`${name} ${found.says}`);
    }
    return ok(says.join('; '));
  },
};

/** How many of each account's latest erasures are checked: a restore brings those back. */
const most = 1_000;
const pageSize = 100;
const accountsAtOnce = 4;

interface Looked {
  readonly listed: number;
  readonly undone: readonly Erasure[];
}

const lookAtLatest = async (table: Table, erasures: Table, accountId: string): Promise<Looked> => {
  const undone: Erasure[] = [];
  let listed = 0;
  for await (const page of listErasures(erasures, accountId, { pageSize })) {
    undone.push(...(await findUndone(table, accountId, page)));
    listed += page.length;
    if (listed >= most) break;
  }
  return { listed, undone };
};

const replay =
  'This happens after a restore, or when an erasing command was interrupted. Run `person erase --replay` to erase them again.';

const erased: Check = {
  name: 'erasures',
  look: async ({ table, erasures }) => {
    if (erasures === undefined) return skipped('needs the erasures table');
    const accounts = await listAccounts(table);
    const looked = await pMap(accounts, ({ id }) => lookAtLatest(table, erasures, id), { concurrency: accountsAtOnce });
    const listed = looked.reduce((sum, each) => sum + each.listed, 0);
    const undone = looked.reduce((sum, each) => sum + each.undone.length, 0);
    if (listed === 0) return ok('no erasures');
    const latest = `of the latest ${countEach(listed, 'erasure')}`;
    return undone === 0
      ? ok(`none ${latest} has come back`)
      : wrong(`${countOf(undone, latest)} must be done again`, replay);
  },
};

const describeRun = ({ at, by, consents }: ErasureRun): string =>
  `an erasure of ${countConsents(consents)} by ${by}, begun on ${formatTime(at)}, has not ended`;

const unfinished: Check = {
  name: 'unfinished erasures',
  look: async ({ table }) => {
    const accounts = await listAccounts(table);
    const runs = await pMap(accounts, ({ id }) => findRuns(table, id), { concurrency: accountsAtOnce });
    const told = runs.flat().map(describeRun);
    return told.length === 0
      ? ok('none')
      : wrong(told.join('; '), 'If no command is still running it, `person erase --replay` finishes it.');
  },
};

export const erasureChecks: readonly Check[] = [erasuresTable, unfinished, erased];
