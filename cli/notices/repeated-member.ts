/** Matches in JSON text: a string with the colon that makes it a name, or a bracket. */
const part = /(?<text>"(?:[^"\\]|\\.)*")(?<isName>\s*:)?|[{}[\]]/gs;

/** The first member that an object in a JSON text has twice (a parser would use the last one); undefined if none. */
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
