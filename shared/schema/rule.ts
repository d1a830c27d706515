import * as v from 'valibot';
import { isMap, says } from './scalar.ts';

export type Given = Readonly<Record<string, unknown>>;

/** A rule on several parameters, reported on one of them. It is checked even if other parameters are wrong. */
export const rule = <Request extends object>(field: string, message: string, isBroken: (given: Given) => boolean) =>
  v.rawCheck<Request>(({ dataset, addIssue }) => {
    const given: unknown = dataset.value;
    if (!isMap(given) || !isBroken(given)) return;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: given, key: field, value: given[field] }] });
  });

/** The message for a parameter that cannot be combined with another. */
export const excludes = (other: string): string =>
  says('conflict', `Cannot be combined with ${other}. Send only one of the two.`);

export const isGiven = (value: unknown): boolean => value !== undefined;
