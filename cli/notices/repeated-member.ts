/** In a text that is JSON: a string with the colon that makes it a name, or a bracket. */
const part = /(?<text>"(?:[^"\\]|\\.)*")(?<isName>\s*:)?|[{}[\]]/gs;

/** The first member of a JSON text that an object has twice, of which a parser would take the last; undefined where there is none. */
export const findRepeatedMember = (json: string): string | undefined => {
  const names: Set<string>[] = [];
  for (const [bracket, text, isName] of json.matchAll(part)) {
    if (bracket === '{' || bracket === '[') names.push(new Set());
    if (bracket === '}' || bracket === ']') names.pop();
    if (text === undefined || isName === undefined) continue;
    const name: string = JSON.parse(text);
    const siblings = names.at(-1);
    if (siblings?.has(name)) return name;
    siblings?.add(name);
  }
  return undefined;
};
