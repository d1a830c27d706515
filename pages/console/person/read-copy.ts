import type { Client } from '../../../client/typescript/index.ts';
import type { HeldValue } from '../../../shared/consents/held-values.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { nameKeys } from '../../../shared/consents/person-data.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { normaliseValue } from '../../../shared/schema/matching.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import { followList } from '../calls/list-pages.tsx';
import { beginList, mostPerPage } from '../search/listed-consent.ts';
import type { PersonValue } from './person-value.tsx';

/** The most consents of a copy, calls for their list, and bytes of their documents. A larger copy is made by the operator. */
const most = { consents: 1_000, calls: 60, bytes: 200_000_000 };

/** Documents that are asked for at the same time. */
const atOnce = 4;

/** After so many failures, the rest would fail too. */
const mostFailures = 3;

/** What came of reading the documents of a person: all of them, newest first, or why there is no copy. */
export type ReadStatements =
  | { readonly is: 'read'; readonly statements: readonly Statement[] }
  /** No consents have the values any more. */
  | { readonly is: 'nothing' }
  /** There is more than a browser can hold. */
  | { readonly is: 'too-large' }
  /** Why, by the id of the consent. */
  | {
      readonly is: 'incomplete';
      readonly failed: ReadonlyMap<string, unknown>;
      readonly read: number;
      readonly all: number;
    };

/** A document that is not the one that was signed. */
class AlteredDocument extends Error {
  override readonly name = 'AlteredDocument';
}

/** How many of the consents are read. */
export interface CopyProgress {
  readonly read: number;
  readonly all: number;
}

export interface Watching {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Ids of the consents that have all of the values, newest first; undefined if there are too many. */
const listIds = async (client: Client, values: readonly PersonValue[], signal: AbortSignal) => {
  const { rows, next } = await followList({
    read: beginList(client, { filter: {}, readings: [values] }, signal),
    wanted: most.consents,
    perPage: mostPerPage,
    calls: most.calls,
    isStopped: () => signal.aborted,
  });
  signal.throwIfAborted();
  return next === null ? rows.map(({ id }) => id) : undefined;
};

/** The statement of a document that the browser found sound. @throws AlteredDocument */
const readStatement = async (bytes: Uint8Array, id: string): Promise<Statement> => {
  const { verdict, statement } = await verifyDocument(bytes, { now: new Date() });
  if (verdict === 'refused' || statement?.id !== id) throw new AlteredDocument();
  return statement;
};

/** Reads documents until all are read, or it is known that some cannot be. */
const readAll = async (client: Client, ids: readonly string[], { signal, onProgress }: Watching) => {
  const read = new Map<string, Statement>();
  const failed = new Map<string, unknown>();
  const waiting = [...ids];
  let bytes = 0;
  const readOne = async (id: string): Promise<void> => {
    try {
      const file = await client.getEvidenceFile({ id }, { signal });
      bytes += file.length;
      if (bytes <= most.bytes) read.set(id, await readStatement(file, id));
    } catch (error) {
      failed.set(id, error);
    }
    if (!signal.aborted) onProgress({ read: read.size, all: ids.length });
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted && failed.size < mostFailures && bytes <= most.bytes) {
      const id = waiting.shift();
      if (id === undefined) return;
      await readOne(id);
    }
  };
  onProgress({ read: 0, all: ids.length });
  await Promise.all(Array.from({ length: atOnce }, work));
  signal.throwIfAborted();
  return { read, failed, isTooLarge: bytes > most.bytes };
};

/**
 * Reads the signed document of each consent of a person: all of them, or none. What was erased since the list was read is left out, because the
 * register no longer knows whose it was.
 *
 * @throws ConsentRegisterError if the list cannot be read, or the reason of the signal
 */
export const readStatements = async (
  client: Client,
  values: readonly PersonValue[],
  watching: Watching,
): Promise<ReadStatements> => {
  const ids = await listIds(client, values, watching.signal);
  if (ids === undefined) return { is: 'too-large' };
  const { read, failed, isTooLarge } = await readAll(client, ids, watching);
  if (isTooLarge) return { is: 'too-large' };
  if (failed.size > 0) return { is: 'incomplete', failed, read: read.size, all: ids.length };
  const statements = ids.flatMap((id) => read.get(id) ?? []).filter(({ erasure }) => erasure === null);
  return statements.length === 0 ? { is: 'nothing' } : { is: 'read', statements };
};

/** The most values by which more consents are looked for. */
const mostLooked = 20;

/** Each value that may find more of a person's consents, once, as it was first written. Names of people are left out. */
const toLooked = (held: readonly HeldValue[], asked: ReadonlyMap<string, string>): readonly PersonValue[] => {
  const found = new Map<string, PersonValue>();
  for (const { key, value } of held) {
    const normalised = normaliseValue(key, value);
    const isWanted = normalised !== '' && !nameKeys.includes(key) && (asked.size > 1 || !asked.has(key));
    const name = JSON.stringify([key, normalised]);
    if (isWanted && !found.has(name)) found.set(name, { key, value });
  }
  return [...found.values()].slice(0, mostLooked);
};

/**
 * Consents that share a value with the person but lack one that was asked for: they may be hers. Of a long list, only the newest are counted, as
 * the command does.
 *
 * @param ids of the consents in the copy
 */
export const findFurther = async (
  client: Client,
  {
    held,
    asked,
    ids,
  }: {
    readonly held: readonly HeldValue[];
    readonly asked: ReadonlyMap<string, string>;
    readonly ids: ReadonlySet<string>;
  },
  signal: AbortSignal,
): Promise<readonly FurtherConsents[]> => {
  const found: FurtherConsents[] = [];
  for (const { key, value } of toLooked(held, asked)) {
    const userData = { [key]: value };
    const { data, next } = await client.listConsents({ userData, perPage: mostPerPage }, { signal });
    const consents = data.filter(({ id }) => !ids.has(id)).length;
    if (consents > 0 || next !== null) found.push({ key, value, consents, isLeast: next !== null });
  }
  return found;
};
