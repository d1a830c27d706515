import type { Client, ConsentListing, ListedConsent } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import type { Arrival } from '../../../shared/consents/arrival.ts';
import { toArrival } from '../../../shared/consents/arrival.ts';
import type { Filter, FilterName } from '../address.ts';
import type { RegisterNames } from '../names.tsx';
import type { Reading, Typed } from './query.ts';

/** The most rows in one answer (docs/api.md, Lists). */
export const mostPerPage = 250;

/** How a listed consent reached the site. Who noted it stands in the evidence. */
export const arrivalOf = ({ channel, receivedBy, eraseTime }: ListedConsent): Arrival =>
  toArrival(channel, { receivedBy, isErased: eraseTime !== null });

/** The same of its revocation, or null. */
export const revokeArrivalOf = ({
  revokeChannel,
  revokeReceivedBy,
  revokeLink: link,
  eraseTime,
}: ListedConsent): Arrival | null =>
  revokeChannel && toArrival(revokeChannel, { receivedBy: revokeReceivedBy, isErased: eraseTime !== null, link });

/** A version that the notice does not have. */
class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

/** @throws UnknownVersion */
const findVersion = (names: RegisterNames | undefined, { notice, version }: Filter): string => {
  const versions = names?.notices.find(({ pid }) => String(pid) === notice)?.versions ?? [];
  const found = versions.find((one) => String(one.version) === version);
  if (found === undefined) throw new UnknownVersion();
  return found.id;
};

/** A search: what was typed about a person, which is not in the address, and a filter, which is. */
export interface Search {
  readonly filter: Filter;
  readonly typed: Typed | undefined;
}

/** A search in the words of the service. */
export interface ListQuestion {
  readonly filter: Filter;
  /** What the values may mean. A consent is found if it has all values of one of them. */
  readonly readings: readonly Reading[];
  /** What a filter by version is read with. */
  readonly names?: RegisterNames | undefined;
}

/** A consent that was found, and the values under which it was found. */
export interface FoundConsent extends ListedConsent {
  readonly foundAs: Reading;
}

/** A page of found consents. */
export interface FoundPage {
  readonly data: readonly FoundConsent[];
  /** Where the list continues, `null` at its end. */
  readonly next: string | null;
}

/** The request without values. Invalid parts of an address are sent unchanged: the service says what is wrong with them. */
const toListRequest = (filter: Filter, names: RegisterNames | undefined) => {
  const { project, notice, version, ...plain } = filter;
  return {
    ...plain,
    projectUid: project,
    ...(version === undefined
      ? { consentInformationPid: notice }
      : { consentInformationVersionId: findVersion(names, filter) }),
  };
};

/**
 * Joins pages of lists, newest first, that were read from the same place. A list that goes on may have more behind its page, so the joined page
 * ends where the first of them ends. A consent that several lists have is of the first list.
 */
export const joinPages = (pages: readonly FoundPage[], perPage: number): FoundPage => {
  const reached = pages
    .flatMap(({ next }) => next ?? [])
    .sort()
    .at(-1);
  const rows = new Map<string, FoundConsent>();
  for (const row of pages.flatMap(({ data }) => data)) {
    if ((reached === undefined || row.id >= reached) && !rows.has(row.id)) rows.set(row.id, row);
  }
  const sorted = [...rows.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  const data = sorted.slice(0, perPage);
  return { data, next: sorted.length > perPage ? (data.at(-1)?.id ?? null) : (reached ?? null) };
};

/** Runs calls at the same time. One that fails ends the others, and its error is the answer: nothing is said of a part. */
const callAll = async <Value>(
  calls: readonly ((signal: AbortSignal) => Promise<Value>)[],
  signal: AbortSignal,
): Promise<readonly Value[]> => {
  const giveUp = new AbortController();
  const either = AbortSignal.any([signal, giveUp.signal]);
  try {
    return await Promise.all(calls.map((call) => call(either)));
  } finally {
    giveUp.abort();
  }
};

/** Reads pages of a list. */
export type ReadPage = (after: string | undefined, perPage: number) => Promise<FoundPage>;

/** Starts a list. Each reading of the values is asked for at the same time. @throws UnknownVersion */
export const beginList = (client: Client, { filter, readings, names }: ListQuestion, signal: AbortSignal): ReadPage => {
  const request = toListRequest(filter, names);
  const readOne = async (
    foundAs: Reading,
    page: Pick<ConsentListing, 'after' | 'perPage'>,
    either: AbortSignal,
  ): Promise<FoundPage> => {
    const userData = Object.fromEntries(foundAs.map(({ key, value }) => [key, value]));
    const whole = { ...request, userData, ...page } as unknown as ConsentListing;
    const { data, next } = await client.listConsents(whole, { signal: either });
    return { data: data.map((row) => ({ ...row, foundAs })), next };
  };
  return async (after, perPage) => {
    const page = { ...(after !== undefined && { after }), perPage };
    const calls = readings.map((reading) => (either: AbortSignal) => readOne(reading, page, either));
    return joinPages(await callAll(calls, signal), perPage);
  };
};

/** The part of the filter that each parameter comes from. */
const filterNameOf: Readonly<Record<string, FilterName>> = {
  from: 'from',
  until: 'until',
  state: 'state',
  projectUid: 'project',
  consentInformationPid: 'notice',
  consentInformationVersionId: 'version',
  lang: 'lang',
  channel: 'channel',
};

/** A part of a filter that was refused. */
export type Refusal = readonly [name: FilterName, why: 'time' | 'order' | 'unknown'];

const toRefusal = ({ field, code }: { readonly field: string; readonly code: string }): readonly Refusal[] => {
  const name = filterNameOf[field];
  if (name === undefined) return [];
  if (name !== 'from' && name !== 'until') return [[name, 'unknown']];
  return [[name, code === 'conflict' ? 'order' : 'time']];
};

/** The parts of the filter that the service refused; none if the call failed for another reason, which the page must show. */
export const toRefusals = (error: unknown): readonly Refusal[] => {
  if (error instanceof UnknownVersion) return [['version', 'unknown']];
  if (!(error instanceof ConsentRegisterError)) return [];
  const refusals = error.errors.flatMap(toRefusal);
  return refusals.length === error.errors.length ? refusals : [];
};

/** A revoked or erased consent cannot be revoked; an expired or superseded one can. */
export const isRevocable = ({ revokeTime, eraseTime }: ListedConsent): boolean =>
  revokeTime === null && eraseTime === null;
