import type { EventPattern } from '../../shared/log/stream-filter.ts';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const holds = (value: unknown, condition: string | { readonly exists: boolean }): boolean =>
  typeof condition === 'string' ? value === condition : (value !== undefined) === condition.exists;

const fits = (value: unknown, pattern: EventPattern): boolean =>
  Object.entries(pattern).every(([name, inner]) => {
    const member = memberOf(value, name);
    return Array.isArray(inner) ? inner.some((one) => holds(member, one)) : fits(member, inner as EventPattern);
  });

/** Whether Lambda would deliver the record: at least one pattern matches. */
export const isWanted = (record: unknown, patterns: readonly EventPattern[]): boolean =>
  patterns.some((pattern) => fits(record, pattern));
