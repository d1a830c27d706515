/**
 * The value of a header with its parameters, such as `text/plain; charset=utf-8`. Names and the value are in lower
 * case.
 */
export interface HeaderValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** More than any supported header has. */
const mostParameters = 8;

// Each match starts where the one before ended, so no text is read twice.
const valuePattern = /[ \t]*([^\s;="\\(),]+)/y;
const parameterPattern = /[ \t]*;[ \t]*([^\s;="\\(),]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^\s;"\\(),]+))/gy;
const endPattern = /[ \t]*(?:;[ \t]*)?$/y;

const startAt = (pattern: RegExp, place: number): RegExp => {
  pattern.lastIndex = place;
  return pattern;
};

/**
 * Reads a header such as Content-Type (RFC 9110, section 5.6.6). Undefined for a header with two readings: with a
 * backslash, which clients escape differently, a comment, or a parameter given twice.
 */
export const parseHeaderValue = (text: string): HeaderValue | undefined => {
  const [start, value] = startAt(valuePattern, 0).exec(text) ?? [];
  if (start === undefined || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  let place = start.length;
  for (const [whole, name = '', quoted, plain = ''] of text.matchAll(startAt(parameterPattern, place))) {
    if (parameters.has(name.toLowerCase()) || parameters.size === mostParameters) return undefined;
    parameters.set(name.toLowerCase(), quoted ?? plain);
    place += whole.length;
  }
  return startAt(endPattern, place).test(text) ? { value: value.toLowerCase(), parameters } : undefined;
};
