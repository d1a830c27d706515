type Pair = readonly [name: string, value: string];

const isSayable = (key: string): boolean => /^[^[\]]+$/.test(key);

const toPairs = (value: unknown, name: string): readonly Pair[] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => toPairs(item, `${name}[]`));
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  if (!members.every(([key]) => isSayable(key))) {
    throw new TypeError(`A key of ${name} is empty or has brackets: send it as JSON.`);
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
 * Parameters as `application/x-www-form-urlencoded` in bracket notation. They mean the same as in JSON.
 *
 * @throws TypeError if bracket notation would mean something else
 */
export const toForm = (parameters: object): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => toPairs(value, name))
    .map((pair) => pair.map(percentEncode).join('='))
    .join('&');
