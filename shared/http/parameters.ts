import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { findUnreadable } from '../schema/visible-text.ts';

/**
 * The parameters of a request, the same for all encodings. Scalars are text. Only JSON has null, in arrays, and numbers
 * that would lose digits.
 */
export type ParameterValue = string | number | null | readonly ParameterValue[] | ParameterMap;
export interface ParameterMap {
  readonly [name: string]: ParameterValue;
}

/** Names that reach a prototype. No parameter or member may have them. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The 400 of a body that cannot be read. */
export const unreadable = (detail: string, cause?: unknown): Problem =>
  new Problem('body.unreadable', { detail, cause });

/** Returns the text, or throws the 400 of a body that cannot be read. */
export const checkText = (text: string): string => {
  const wrong = findUnreadable(text);
  if (wrong !== undefined) throw unreadable(wrong);
  return text;
};

/** The 400 for a name that reaches a prototype. */
export const forbiddenName = (): Problem =>
  unreadable('The names __proto__, constructor and prototype cannot be used for parameters or their members.');

/** Returns the name of a parameter or a member, or throws the 400 of a body that cannot be read. */
export const checkName = (name: string): string => {
  if (forbiddenNames.has(name)) throw forbiddenName();
  return checkText(name);
};

/** Refuses a request with too many scalar values. None is ever dropped silently. */
export const checkCount = (count: number): void => {
  if (count > limits.parameters) {
    throw unreadable(`A request may have at most ${limits.parameters} values. Send several requests.`);
  }
};

/** Refuses nesting that is deeper than any parameter needs. */
export const checkDepth = (depth: number): void => {
  if (depth > limits.depth) throw unreadable(`Parameters may be nested at most ${limits.depth} levels deep.`);
};

/** A map without a prototype, so that no name can reach one. */
export const parameterMap = (entries: Iterable<readonly [string, ParameterValue]>): ParameterMap => {
  const map: Record<string, ParameterValue> = Object.create(null);
  for (const [name, value] of entries) map[name] = value;
  return map;
};
