import type { Item } from '../../store/client.ts';

/** The value, or undefined if its item is damaged, which is reported elsewhere. */
export const tryTo = <Value>(parse: (item: Item) => Value, item: Item): Value | undefined => {
  try {
    return parse(item);
  } catch {
    return undefined;
  }
};
