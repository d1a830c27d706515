import { scanJson } from '../shared/json-scan.ts';

/** Whether objects and lists are nested more deeply. */
export const isDeeper = (json: string, most: number): boolean => scanJson(json, (_start, _end, depth) => depth > most);

/** The names of the outer member and the member inside it that contain a character; a best guess for damaged JSON. */
export const placeAt = (json: string, at: number): readonly [outer: string | undefined, inner: string | undefined] => {
  let [outer, inner]: [string | undefined, string | undefined] = [undefined, undefined];
  scanJson(json, (start, end, depth) => {
    if (start > at) return true;
    if (depth < 2) inner = undefined;
    if (depth < 1) outer = undefined;
    const isName = json[start] === '"' && json[end] === ':';
    if (isName && depth === 1) outer = json.slice(start + 1, end - 1);
    if (isName && depth === 2) inner = json.slice(start + 1, end - 1);
    return false;
  });
  return [outer, inner];
};

/** The index of the first difference between two texts; the length of the shorter one if it is a prefix of the other. */
export const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i;
  return shorter;
};
