const openings = new Set(['{', '[']);
const closings = new Set(['}', ']']);

/** The index behind the text that begins at a quotation mark. */
const skipText = (json: string, start: number): number => {
  for (let i = start + 1; i < json.length; i += 1) {
    if (json[i] === '\\') i += 1;
    else if (json[i] === '"') return i + 1;
  }
  return json.length;
};

/** What a walk through JSON meets, whether or not it is well formed. */
interface Step {
  readonly index: number;
  /** How many objects and lists are open. */
  readonly depth: number;
  /** The text that begins here, with its quotation marks; undefined at a bracket. */
  readonly text?: string;
}

function* walk(json: string): Generator<Step> {
  let depth = 0;
  for (let index = 0; index < json.length; ) {
    const character = json[index] ?? '';
    if (character === '"') {
      const end = skipText(json, index);
      yield { index, depth, text: json.slice(index, end) };
      index = end;
      continue;
    }
    if (openings.has(character)) depth += 1;
    if (closings.has(character)) depth -= 1;
    if (openings.has(character) || closings.has(character)) yield { index, depth };
    index += 1;
  }
}

/** Whether more objects and lists stand in each other, in one pass: what reads JSON may go as deep as it does. */
export const isDeeper = (json: string, depth: number): boolean => {
  for (const step of walk(json)) if (step.depth > depth) return true;
  return false;
};

/** The name of the member of the outer object, and of the object in it, that a character stands in; of damaged JSON as well as it can be told. */
export const placeAt = (json: string, at: number): readonly [outer: string | undefined, inner: string | undefined] => {
  let [outer, inner]: [string | undefined, string | undefined] = [undefined, undefined];
  for (const { index, depth, text } of walk(json)) {
    if (index > at) break;
    if (depth < 2) inner = undefined;
    if (depth < 1) outer = undefined;
    const isName = text !== undefined && json[index + text.length] === ':';
    if (isName && depth === 1) outer = text.slice(1, -1);
    if (isName && depth === 2) inner = text.slice(1, -1);
  }
  return [outer, inner];
};

const colon = /\s*:/y;

const isFollowedByColon = (json: string, index: number): boolean => {
  colon.lastIndex = index;
  return colon.test(json);
};

/** The name of a member that an object of well-formed JSON has twice, where one has: readers of JSON differ in which of both they take. */
export const findTwice = (json: string): string | undefined => {
  const open = new Map<number, Set<string>>();
  for (const { index, depth, text } of walk(json)) {
    if (text === undefined && openings.has(json[index] ?? '')) open.set(depth, new Set());
    if (text === undefined || !isFollowedByColon(json, index + text.length)) continue;
    const name: string = JSON.parse(text);
    if (open.get(depth)?.has(name)) return name;
    open.get(depth)?.add(name);
  }
  return undefined;
};

/** The index of the first character in which two texts differ; the length of the shorter one where it is the beginning of the other. */
export const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i;
  return shorter;
};
