import { hashCanonical } from '../shared/canonical-hash.ts';
import { partNames } from '../shared/evidence/statement-format.ts';
import { isMap } from '../shared/schema/scalar.ts';
import type { Check } from './verification.ts';
import { fails, holds } from './verification.ts';

/** Compares each present part with its hash. */
export const checkHashes = async (statement: Readonly<Record<string, unknown>>): Promise<readonly Check[]> => {
  const hashes = isMap(statement.hashes) ? statement.hashes : {};
  const present = partNames.filter((name) => Object.hasOwn(statement, name));
  return Promise.all(
    present.map(async (name) =>
      (await hashCanonical(statement[name])) === hashes[name]
        ? holds('hash', name, ['hash-ok', { part: name }])
        : fails('hash', name, ['hash-other', { part: name }]),
    ),
  );
};
