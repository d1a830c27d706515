import { meterReads } from '../../../shared/consents/exchange/metered-table.ts';
import type { ReportPeriod } from '../../../shared/consents/reports/count.ts';
import type { Dimension } from '../../../shared/consents/reports/dimension.ts';
import type { Judge, Question } from '../../../shared/consents/reports/report.ts';
import { readGaps } from '../../../shared/evidence/many-holdings.ts';
import type { Span } from '../../../shared/evidence/state-statement.ts';
import type { Account } from '../../../shared/identity/account.ts';
import type { Lineage } from '../../../shared/notices/lineage.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { NoticeScope } from '../../choose.ts';
import { chooseAccountOrOnly, chooseScope, chooseUids } from '../../choose.ts';
import { CommandError } from '../../command-error.ts';
import { toPeriod } from '../../typed-values.ts';

/** The options that say what to count. */
export interface Wanted {
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly account?: string | undefined;
  readonly by: readonly Dimension[];
}

/** What to count, with the names of its filters. */
export interface NamedQuestion extends Question, NoticeScope {
  readonly account: string;
  readonly project: string | undefined;
}

/** @throws CommandError usage when the period is empty or has not begun */
const toReportPeriod = (wanted: Pick<Wanted, 'from' | 'until'>, now: Date): ReportPeriod => {
  const { from, before } = toPeriod(wanted);
  if (from !== undefined && from > now) {
    throw new CommandError('--from is in the future. Give a past time.', 'usage');
  }
  return { from, last: before === undefined || before > now ? now : new Date(before.getTime() - 1) };
};

/** @throws CommandError */
export const toQuestion = async (table: Table, wanted: Wanted, now: Date): Promise<NamedQuestion> => {
  const period = toReportPeriod(wanted, now);
  const chosen = await chooseAccountOrOnly(table, wanted.account);
  const { id: accountId, name: account } = chosen;
  const scope = await chooseScope(table, accountId, { notice: wanted.notice });
  const projectUids = await chooseUids(table, accountId, wanted.project);
  const lineage = await readLineage(table, accountId);
  return {
    accountId,
    account,
    project: wanted.project,
    period,
    ...scope,
    projectUids,
    lineage,
    judge: wanted.by.includes('gap') ? toJudge(table, chosen, lineage) : undefined,
  };
};

/** Reads the full consents of an account, to find their gaps. */
const toJudge = (table: Table, account: Account, lineage: Lineage): Judge => {
  const metered = meterReads(table);
  const reader = { account, lineage, kept: new Map() };
  return { gapsOf: (ids) => readGaps(metered.table, ids, reader), units: metered.units };
};
