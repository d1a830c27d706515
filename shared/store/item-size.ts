import type { Item } from './client.ts';

/** One byte for two decimal digits, plus one if they start at an odd place, plus one for the number. */
const numberSize = (value: number): number => Math.ceil(String(value).replace(/\D/g, '').length / 2) + 2;

/** Bytes of a value as DynamoDB counts them (developer guide, "Item sizes and formats"). For numbers, the maximum. */
const valueSize = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'number') return numberSize(value);
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, element) => sum + 1 + valueSize(element), 0);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemSize({ ...value });
  return 1;
};

/** Bytes of an item as DynamoDB counts them. */
export const itemSize = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
