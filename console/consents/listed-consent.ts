import type { Client, ConsentListing, ListedConsents } from '../../client/index.ts';
import { ConsentRegisterError } from '../../client/index.ts';
import type { Filter, FilterName } from '../address.ts';
import type { PersonValue } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { recallNames } from '../find/register-names.ts';

/** The most that the service answers with (docs/contract.md, Lists). */
export const mostPerPage = 250;

/** When the consent of an id was recorded or given: the first 48 bits of the id are its time (RFC 9562, UUIDv7). */
export const timeOfId = (id: string): string => new Date(Number.parseInt(id.slice(0, 12), 16)).toISOString();

/** A version that the notice does not have. */
class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

/** @throws UnknownVersion */
const findVersion = ({ notices }: RegisterNames, { notice, version }: Filter): string => {
  const versions = notices.find(({ pid }) => String(pid) === notice)?.versions ?? [];
  const found = versions.find((one) => String(one.version) === version);
  if (found === undefined) throw new UnknownVersion();
  return found.id;
};

/** What is asked for, by values that stand in no address and by a filter that does. */
export interface ListQuestion {
  readonly filter: Filter;
  readonly values: readonly PersonValue[];
}

/**
 * The request for a list. What in an address no list can have is sent as it stands there: the service says what is wrong with it.
 *
 * @param names where the filter has a version
 * @throws UnknownVersion
 */
const toListRequest = ({ filter, values }: ListQuestion, names: RegisterNames | undefined): ConsentListing => {
  const { project, notice, version: _, ...plain } = filter;
  const request = {
    ...plain,
    projectUid: project,
    ...(names ? { consentInformationVersionId: findVersion(names, filter) } : { consentInformationPid: notice }),
    userData: Object.fromEntries(values.map(({ key, value }) => [key, value])),
  };
  return request as unknown as ConsentListing;
};

/** What reads pages of a list. */
export type ReadPage = (after: string | undefined, perPage: number) => Promise<ListedConsents>;

/** Begins a list. @throws UnknownVersion */
export const beginList = async (client: Client, question: ListQuestion, signal: AbortSignal): Promise<ReadPage> => {
  const names = question.filter.version === undefined ? undefined : await recallNames(client);
  const request = toListRequest(question, names);
  return (after, perPage) =>
    client.listConsents({ ...request, ...(after !== undefined && { after }), perPage }, { signal });
};

/** What of a filter each parameter comes from. */
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

/** Parts of the filter that a list was refused for; none where it has no answer for another reason, which must be shown. */
export const toRefusals = (error: unknown): readonly Refusal[] => {
  if (error instanceof UnknownVersion) return [['version', 'unknown']];
  if (!(error instanceof ConsentRegisterError)) return [];
  const refusals = error.errors.flatMap(toRefusal);
  return refusals.length === error.errors.length ? refusals : [];
};
