import type { Client, ConsentListing, ListedConsents } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import type { Filter, FilterName } from '../address.ts';
import type { PersonValue } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { recallNames } from '../find/register-names.ts';

/** The most rows in one answer (docs/contract.md, Lists). */
export const mostPerPage = 250;

/** The time in an id at which its consent was recorded or given: the first 48 bits (RFC 9562, UUIDv7). */
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

/** A search: values, which are not in the address, and a filter, which is. */
export interface ListQuestion {
  readonly filter: Filter;
  readonly values: readonly PersonValue[];
}

/**
 * The request for a list. Invalid parts of an address are sent unchanged: the service says what is wrong with them.
 *
 * @param names if the filter has a version
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

/** Reads pages of a list. */
export type ReadPage = (after: string | undefined, perPage: number) => Promise<ListedConsents>;

/** Starts a list. @throws UnknownVersion */
export const beginList = async (client: Client, question: ListQuestion, signal: AbortSignal): Promise<ReadPage> => {
  const names = question.filter.version === undefined ? undefined : await recallNames(client);
  const request = toListRequest(question, names);
  return (after, perPage) =>
    client.listConsents({ ...request, ...(after !== undefined && { after }), perPage }, { signal });
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
