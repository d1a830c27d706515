import type { Change } from './event.ts';

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
export const isLinearizable = (changes: readonly Change[]): boolean => {
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
