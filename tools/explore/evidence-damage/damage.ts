import { toCanonicalJson } from '../../../shared/canonical.ts';
import type { DocumentKey } from '../../../test/support/evidence-document.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Sealed } from './seal.ts';
import { damageSeal, signAgain } from './seal.ts';
import { damageBytes } from './text.ts';
import { damageTree } from './tree.ts';

/** A file that is none of those that were signed. */
export interface Damaged {
  readonly kind: string;
  readonly file: Uint8Array;
  /** Whether somebody signed it, of whom the reader knows nothing: it may be consistent. */
  readonly isSignedAgain: boolean;
}

const write = (value: unknown): Uint8Array | undefined => {
  try {
    return Buffer.from(toCanonicalJson(value));
  } catch {
    return undefined;
  }
};

/** Kinds of damage, each with what it makes; undefined where chance made what no file can hold. */
const kinds: Readonly<Record<string, (random: Random, sealed: Sealed) => Uint8Array | undefined>> = {
  bytes: (random, { document }) => damageBytes(random, Buffer.from(toCanonicalJson(document))),
  members: (random, { document }) => write({ ...document, statement: damageTree(random, document.statement) }),
  'the document': (random, { document }) => write(damageTree(random, { ...document })),
  seal: (random, sealed) => write(damageSeal(random, sealed)),
  'signed again': (random, { document }) =>
    write(signAgain(random.chance(0.3) ? document.statement : damageTree(random, document.statement))),
};

/** Draws a damaged file from documents that were signed with the key. */
export const drawDamage = (random: Random, documents: readonly string[], key: DocumentKey): Damaged => {
  const [document, other] = [random.pick(documents), random.pick(documents)].map((text) => JSON.parse(text));
  const kind = random.pick(Object.keys(kinds));
  const file = kinds[kind]?.(random, { document, other, key });
  if (file === undefined || documents.includes(Buffer.from(file).toString())) return drawDamage(random, documents, key);
  return { kind, file, isSignedAgain: kind === 'signed again' };
};
