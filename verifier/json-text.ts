const openings = new Set(['{', '[']);
const closings = new Set(['}', ']']);

/** The index after the string that begins at a quotation mark. */
const skipText = (json: string, start: number): number => {
  for (let i = start + 1; i < json.length; i += 1) {
    if (json[i] === '\\') i += 1;
    else if (json[i] === '"') return i + 1;
  }
  return json.length;
};

/** A step of a walk through JSON, which may be malformed. */
interface Step {
  readonly index: number;
  /** How many objects and lists are open. */
  readonly depth: number;
  /** The string that begins here, with its quotation marks; undefined at a bracket. */
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

/** Whether objects and lists are nested more deeply. One pass without recursion, unlike a parser, which recurses as deep as the JSON. */
export const isDeeper = (json: string, depth: number): boolean => {
  for (const step of walk(json)) if (step.depth > depth) return true;
  return false;
};

/** The names of the outer member and the member inside it that contain a character; a best guess for damaged JSON. */
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

/** The name of a duplicate member in well-formed JSON, if any: readers of JSON differ in which of the two they use. */
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

/** The index of the first difference between two texts; the length of the shorter one if it is a prefix of the other. */
export const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i;
  return shorter;
};
