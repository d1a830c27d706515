/** The index after the string that begins at a quotation mark. */
const afterText = (json: string, start: number): number => {
  for (let i = start + 1; i < json.length; i += 1) {
    if (json[i] === '\\') i += 1;
    else if (json[i] === '"') return i + 1;
  }
  return json.length;
};

const numberLike = /[-+.\deE]+/y;

const afterNumber = (json: string, start: number): number => {
  numberLike.lastIndex = start;
  numberLike.test(json);
  return numberLike.lastIndex;
};

const startsNumber = (character: string): boolean => character === '-' || (character >= '0' && character <= '9');

/** Takes a bracket, a comma, a string or what begins as a number. */
type Visit = (start: number, end: number, depth: number) => boolean | undefined;

/**
 * Visits the parts of a JSON text, which may be malformed, until a visit returns true; returns whether one did. One pass
 * without recursion, unlike a parser, which recurses as deep as the JSON. `depth` is how many more objects and lists
 * were opened than closed, with the bracket that is visited.
 */
export const scanJson = (json: string, visit: Visit): boolean => {
  let depth = 0;
  for (let start = 0, end = 0; start < json.length; start = end) {
    const character = json.charAt(start);
    end = start + 1;
    if (character === '"') end = afterText(json, start);
    else if (startsNumber(character)) end = afterNumber(json, start);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character !== ',') continue;
    if (visit(start, end, depth)) return true;
  }
  return false;
};

const colon = /\s*:/y;

/** Whether the string that ends here is the name of a member. */
const isName = (json: string, end: number): boolean => {
  colon.lastIndex = end;
  return colon.test(json);
};

/**
 * The first name that an object in well-formed JSON has twice, if any: readers of JSON differ in which of the two
 * members they use.
 */
export const findRepeatedMember = (json: string): string | undefined => {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  scanJson(json, (start, end) => {
    const character = json[start];
    if (character === '{' || character === '[') open.push(new Set());
    if (character === '}' || character === ']') open.pop();
    if (character !== '"' || !isName(json, end)) return false;
    const name: string = JSON.parse(json.slice(start, end));
    if (open.at(-1)?.has(name)) repeated = name;
    open.at(-1)?.add(name);
    return repeated !== undefined;
  });
  return repeated;
};

/** Line and column where V8 says that a text breaks off being JSON. The rest of its message repeats the text. */
export const placeOfFault = (error: unknown): readonly string[] =>
  /\(line (\d+) column (\d+)\)$/.exec(String(error))?.slice(1) ?? [];
