import type { Account } from '../../../shared/identity/account.ts';
import type { FindableValues } from '../../../shared/consents/evidence.ts';
import type { ErasedConsent } from '../../../shared/consents/erasure/erased-person.ts';
import { findErasedPerson } from '../../../shared/consents/erasure/erased-person.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { ErasureRun } from '../../../shared/consents/erasure/runs.ts';
import { findRuns } from '../../../shared/consents/erasure/runs.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { stateFor } from '../../../shared/consents/reports/consent-filter.ts';
import type { FurtherConsents } from '../../../shared/consents/reports/further-consents.ts';
import { findFurther } from '../../../shared/consents/reports/further-consents.ts';
import type { HeldValue } from '../../../shared/consents/reports/held-values.ts';
import { collectValues, findDiffering } from '../../../shared/consents/reports/held-values.ts';
import type { PersonConsent } from '../../../shared/consents/reports/person-consents.ts';
import { readPerson } from '../../../shared/consents/reports/person-consents.ts';
import type { ListedConsent } from '../../../shared/consents/reports/project-entries.ts';
import type { Table } from '../../../shared/store/client.ts';
import { watchReading } from '../../printing/progress.ts';

/** How many consents to a notice are in a state. */
interface PlannedGroup {
  readonly notice: string;
  readonly pid: number;
  readonly state: string;
  readonly consents: number;
}

/** What an erasure of a person would do. */
export interface ErasurePlan {
  readonly extent: Extent;
  readonly ids: readonly string[];
  readonly groups: readonly PlannedGroup[];
  /** How many are in force, and will count as revoked. */
  readonly inForce: number;
  /** Keys with different values: the consents may be of several people. */
  readonly differing: readonly string[];
  readonly values: readonly HeldValue[];
  /** Values that lead to other consents, which this erasure leaves as they are. */
  readonly further: readonly FurtherConsents[];
  /** Unfinished erasures of the account: they are finished first. */
  readonly unfinished: readonly ErasureRun[];
}

/** Where to look for a person. */
export interface ErasureQuestion {
  readonly table: Table;
  readonly erasures: Table;
  readonly account: Account;
  readonly values: FindableValues;
  readonly extent: Extent;
  readonly now: Date;
}

type Erasable = Omit<ListedConsent, 'valueDigests'>;

const toGroups = (consents: readonly Erasable[], now: Date): PlannedGroup[] => {
  const groups = new Map<string, PlannedGroup>();
  for (const { facets, version, times } of consents) {
    const { state = '' } = stateFor(times, { now }) ?? {};
    const name = JSON.stringify([facets.pid, state]);
    const before = groups.get(name)?.consents ?? 0;
    groups.set(name, { notice: version.name, pid: facets.pid, state, consents: before + 1 });
  }
  return [...groups.values()].sort((one, other) => one.pid - other.pid);
};

/** The consents of the person; with --everything also those erased before. */
const findConsents = async ({ table, erasures, account, values, extent }: ErasureQuestion) => {
  const lineage = await readLineage(table, account.id);
  const holding: PersonConsent[] = [];
  const pages = watchReading((onRead) => readPerson(table, account.id, values, { lineage, filter: {}, onRead }));
  for await (const page of pages) holding.push(...page);
  const isWhole = extent === 'everything';
  const erased: readonly ErasedConsent[] = isWhole
    ? await findErasedPerson({ table, erasures, accountId: account.id }, values, lineage)
    : [];
  const living = holding.filter(({ times }) => isWhole || times.erased === undefined);
  return { living, erased };
};

/** Reads what an erasure would do, and changes nothing. */
export const planErasure = async (question: ErasureQuestion): Promise<ErasurePlan> => {
  const { table, account, extent, now } = question;
  const [{ living, erased }, unfinished] = await Promise.all([findConsents(question), findRuns(table, account.id)]);
  const all: readonly Erasable[] = [...living, ...erased];
  const groups = toGroups(all, now);
  const values = collectValues(living);
  return {
    ...{ extent, groups, values, unfinished },
    ids: all.map(({ id }) => id),
    inForce: groups.reduce((sum, { state, consents }) => sum + (state === 'active' ? consents : 0), 0),
    differing: findDiffering(values),
    further: await findFurther(table, account.id, values, new Set(living.map(({ id }) => id))),
  };
};
