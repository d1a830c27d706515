type Pair = readonly [name: string, value: string];

const isIndices = (keys: readonly string[]): boolean => keys.every((_, i) => keys.includes(String(i)));

const isSayable = (keys: readonly string[]): boolean =>
  keys.length === 0 || (!isIndices(keys) && keys.every((key) => /^[^[\]]+$/.test(key)));

const toPairs = (value: unknown, name: string): readonly Pair[] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => toPairs(item, `${name}[]`));
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  if (!isSayable(members.map(([key]) => key))) {
    throw new TypeError(`A key of ${name} is empty, has brackets or reads as an index: send it as JSON.`);
  }
  return members.length === 0 ? [[name, '']] : members.flatMap(([key, member]) => toPairs(member, `${name}[${key}]`));
};

const percentEncode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw new TypeError('A text with a lone surrogate cannot be sent.', { cause });
  }
};

/**
 * Parameters as `application/x-www-form-urlencoded` with bracket notation; the service reads the same from it as from JSON.
 *
 * @throws TypeError where bracket notation would say something else
 */
export const toForm = (parameters: object): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => toPairs(value, name))
    .map((pair) => pair.map(percentEncode).join('='))
    .join('&');
