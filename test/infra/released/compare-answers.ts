import { isDeepStrictEqual } from 'node:util';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Where an answer contradicts another, as paths of members. What only one of the two has is no contradiction: versions may add
 * members. Lists must be as long.
 */
export const findContradictions = (one: unknown, other: unknown, path = ''): readonly string[] => {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((entry, i) => findContradictions(entry, other[i], `${path}[${i}]`));
  if (isObject(one) && isObject(other))
    return Object.keys(one)
      .filter((name) => Object.hasOwn(other, name))
      .flatMap((name) => findContradictions(one[name], other[name], path === '' ? name : `${path}.${name}`));
  return isDeepStrictEqual(one, other) ? [] : [path];
};
