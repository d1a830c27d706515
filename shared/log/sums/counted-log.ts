import { log as journal } from '../../logger.ts';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import { readLineage } from '../../notices/lineage.ts';
import { readBlocks } from '../blocks.ts';
import type { LogEvent } from '../log-event.ts';
import type { ConsentFacetsOfEvent } from './contributions.ts';
import { contributionsOf, contributionsOfErased } from './contributions.ts';
import { isLive } from './summed-versions.ts';
import type { Addition } from './sums-items.ts';
import { newAdditions } from './sums-items.ts';
import type { SumsSite } from './sums-report.ts';

/** The events of an erased consent in the log. */
interface Erased {
  readonly account: string;
  readonly facets: ConsentFacetsOfEvent;
  readonly revoked?: number | undefined;
  readonly erased?: number | undefined;
  readonly isRemoved: boolean;
}

/** A version, and whether the log existed when it was published. If so, the log has all consents to it. */
interface CountedVersion {
  readonly version: LineageVersion;
  /** Index of its leaf. */
  readonly index: number;
  readonly isLive: boolean;
}

/** The sums of a whole log. */
export interface CountedLog {
  readonly additions: readonly Addition[];
  /** The versions in the log, by account. */
  readonly versions: ReadonlyMap<string, readonly CountedVersion[]>;
  readonly events: number;
}

/** An event, and the index of its leaf. */
interface Indexed {
  readonly event: LogEvent;
  readonly index: number;
}

async function* readEvents(log: SumsSite['log'], size: number): AsyncGenerator<Indexed> {
  for await (const { first, leaves } of readBlocks(log)) {
    for (const [i, { event }] of leaves.entries()) {
      if (first + i >= size) return;
      yield { event, index: first + i };
    }
  }
}

/**
 * The erased consents. The log may lack their earlier events, if it was switched on but had not taken in the existing
 * data.
 */
const findErased = async (log: SumsSite['log'], size: number): Promise<Map<string, Erased>> => {
  const found = new Map<string, Erased>();
  for await (const { event } of readEvents(log, size)) {
    const { kind, id, account, facets, time } = event;
    if ((kind !== 'erased' && kind !== 'removed') || account === undefined || facets === undefined) continue;
    const known = found.get(id);
    const erased = kind === 'erased' ? time : (known?.erased ?? facets.erased ?? time);
    const isRemoved = kind === 'removed' || known?.isRemoved === true;
    found.set(id, { account, facets, revoked: facets.revoked, erased, isRemoved });
  }
  return found;
};

const newLineages = ({ table }: SumsSite) => {
  const known = new Map<string, Promise<Lineage>>();
  return (account: string): Promise<Lineage> => {
    const lineage = known.get(account) ?? readLineage(table, account);
    known.set(account, lineage);
    return lineage;
  };
};

/**
 * Counts the log from its first leaf. Each erased consent is counted from all its events together. It holds only the
 * sums and the erased consents in memory.
 *
 * @param size number of leaves to count
 */
export const countLog = async (
  site: SumsSite,
  size: number,
  onEvents: (count: number) => void = () => {},
): Promise<CountedLog> => {
  const erased = await findErased(site.log, size);
  const lineageOf = newLineages(site);
  const additions = newAdditions();
  const versions = new Map<string, CountedVersion[]>();
  const versionOf = async (account: string, id: string): Promise<LineageVersion | undefined> => {
    const version = (await lineageOf(account)).get(id);
    if (version === undefined) journal.error('sums.version-missing');
    return version;
  };
  for await (const { event, index } of readEvents(site.log, size)) {
    onEvents(1);
    const { kind, id, account, facets } = event;
    if (account === undefined) continue;
    const version = await versionOf(account, kind === 'published' ? id : (facets?.versionId ?? ''));
    if (version === undefined) continue;
    if (facets === undefined) {
      const ofAccount = versions.get(account) ?? [];
      ofAccount.push({ version, index, isLive: isLive(event) });
      versions.set(account, ofAccount);
    } else if (!erased.has(id))
      for (const each of contributionsOf(event, facets, version)) additions.add(account, facets, each);
  }
  for (const { account, facets, ...ended } of erased.values()) {
    const version = await versionOf(account, facets.versionId);
    if (version === undefined) continue;
    for (const each of contributionsOfErased({ ...ended, given: facets.given }, version))
      additions.add(account, facets, each);
  }
  return { additions: additions.all(), versions, events: size };
};
