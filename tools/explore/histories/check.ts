import type { AnswerBody } from '../../../test/support/answer-body.ts';

/** An operation of a client, with when it was called and when it was answered, counted in one order for all clients. */
interface Timed {
  readonly called: number;
  readonly answered: number;
  readonly status: number;
  /** The answer's body, of a problem without its requestId. */
  readonly text: string;
}

/** An `add` or a `revoke`. */
export interface Change extends Timed {
  readonly kind: 'add' | 'revoke';
  readonly key: string | undefined;
  /** What tells the request from others under the same key. */
  readonly request: string;
  /** The consent that is to be revoked. */
  readonly target?: string;
}

export interface Search extends Timed {
  readonly kind: 'search';
  /** The consent that it asks for; without it, all of the history. */
  readonly id?: string | undefined;
  /** By the clock: what was answered by then had been there for so long, when it was called, that every list showed it. */
  readonly followed: number;
  readonly first: boolean;
  readonly page: number;
  readonly perPage: number;
}

export type Event = Change | Search;

/** The register as one who does everything in turn would keep it. */
interface State {
  /** Consent id -> the answer to its first revocation. */
  readonly consents: ReadonlyMap<string, string | undefined>;
  /** Idempotency-Key -> the request it was used for, and the answer. */
  readonly answers: ReadonlyMap<string, { readonly request: string; readonly text: string }>;
}

const withEntry = <Value>(map: ReadonlyMap<string, Value>, name: string, value: Value) => new Map(map).set(name, value);

const keep = (state: State, { key, request, text }: Change): State =>
  key === undefined ? state : { ...state, answers: withEntry(state.answers, key, { request, text }) };

const add = (state: State, change: Change): State | undefined => {
  const id: unknown = change.status === 200 ? JSON.parse(change.text).consentId : undefined;
  if (typeof id !== 'string' || state.consents.has(id)) return undefined;
  return keep({ ...state, consents: withEntry(state.consents, id, undefined) }, change);
};

const revoke = (state: State, change: Change): State | undefined => {
  const { target = '', text, status } = change;
  if (status !== 200 || !state.consents.has(target)) return undefined;
  const first = state.consents.get(target) ?? text;
  if (first !== text || JSON.parse(text).consentId !== target) return undefined;
  return keep({ ...state, consents: withEntry(state.consents, target, first) }, change);
};

/** The state after a change that was answered so, or undefined where a serial register would have answered otherwise. */
const apply = (state: State, change: Change): State | undefined => {
  const earlier = change.key === undefined ? undefined : state.answers.get(change.key);
  if (earlier === undefined) return change.kind === 'add' ? add(state, change) : revoke(state, change);
  const isRight = earlier.request === change.request ? earlier.text === change.text : change.status === 409;
  return isRight ? state : undefined;
};

const toText = ({ consents, answers }: State): string =>
  JSON.stringify([[...consents].sort(), [...answers.keys()].sort()]);

/**
 * Whether some order of the changes, in which none stands before another that was answered before it was called, gets the
 * same answers from a serial register (linearizability; the search of Wing and Gong).
 */
const isLinearizable = (changes: readonly Change[]): boolean => {
  const failed = new Set<string>();
  const search = (rest: readonly Change[], state: State): boolean => {
    if (rest.length === 0) return true;
    const here = `${rest.map(({ called }) => called).join()} ${toText(state)}`;
    if (failed.has(here)) return false;
    const firstAnswer = Math.min(...rest.map(({ answered }) => answered));
    for (const change of rest.filter(({ called }) => called < firstAnswer)) {
      const next = apply(state, change);
      const others = rest.filter((other) => other !== change);
      if (next !== undefined && search(others, next)) return true;
    }
    failed.add(here);
    return false;
  };
  return search(changes, { consents: new Map(), answers: new Map() });
};

const idOf = ({ text }: Change): string => String(JSON.parse(text).consentId);

const idsOf = (changes: readonly Change[]): Set<string> => new Set(changes.map(idOf));

const checkRecord = (
  { id, revoked }: { readonly id: string; readonly revoked: boolean },
  { called, answered }: Search,
  changes: readonly Change[],
): string[] => {
  const revocations = changes.filter(
    ({ kind, target, status }) => kind === 'revoke' && target === id && status === 200,
  );
  const wasAsked = revocations.some((revocation) => revocation.called < answered);
  const wasDone = revocations.some((revocation) => revocation.answered < called);
  if (revoked && !wasAsked) return [`${id} is shown as revoked, and nobody had asked for it`];
  return !revoked && wasDone ? [`${id} is shown as not revoked after its revocation was acknowledged`] : [];
};

/**
 * What a search promises while others write. It is several reads, not one moment; but
 *
 * - every consent that was acknowledged before the search was called is in it by id, and by values as soon as indexes have
 *   followed; none whose `add` was called after its answer;
 * - ids are newest first, none twice; a record is shown as it was at some moment of the search;
 * - the total lies between those two numbers, and the page has as many records as the total leaves for it.
 *
 * @returns what was not kept, a line each
 */
const findBrokenPromises = (search: Search, changes: readonly Change[]): string[] => {
  const body: AnswerBody = JSON.parse(search.text);
  if (search.status !== 200) return [`a search was answered ${search.status}`];
  const adds = changes
    .filter(({ kind, status }) => kind === 'add' && status === 200)
    .filter((add) => (search.id ?? idOf(add)) === idOf(add));
  const known = search.id === undefined ? search.followed : search.called;
  const must = idsOf(adds.filter(({ answered }) => answered < known));
  const may = idsOf(adds.filter(({ called }) => called < search.answered));
  const records = [body.data ?? []].flat();
  const ids = records.map(({ id }) => id);
  const wrong = records.flatMap((record) => checkRecord(record, search, changes));
  if (ids.some((id) => !may.has(id))) wrong.push('a consent is found before it was asked for');
  if (String(ids) !== String([...new Set(ids)].sort().reverse()))
    wrong.push('consents are not newest first, each once');
  const newest = [...must].sort().at(-1);
  if (search.first) {
    const [id = ''] = ids;
    return newest !== undefined && id < newest ? [...wrong, 'the latest consent is not the latest'] : wrong;
  }
  const { totalResults: total } = body;
  if (total < must.size || total > may.size) wrong.push(`the total is ${total}, not from ${must.size} to ${may.size}`);
  const left = Math.max(0, Math.min(search.perPage, total - (search.page - 1) * search.perPage));
  if (ids.length !== left) wrong.push(`the page has ${ids.length} consents, not ${left}`);
  const isWhole = search.page === 1 && total <= search.perPage;
  if (isWhole && [...must].some((id) => !ids.includes(id))) wrong.push('an acknowledged consent is not found');
  return wrong;
};

/** What in a history a serial register would not have done, a line each. */
export const findAnomalies = (events: readonly Event[]): string[] => {
  const changes = events.filter((event): event is Change => event.kind !== 'search');
  const searches = events.filter((event): event is Search => event.kind === 'search');
  return [
    ...(isLinearizable(changes) ? [] : [`no order explains these answers: ${JSON.stringify(changes)}`]),
    ...searches.flatMap((search) => findBrokenPromises(search, changes)),
  ];
};
