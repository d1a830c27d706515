import { toCanonicalJson } from '../../shared/canonical.ts';
import type { PartName } from '../../shared/evidence/statement-format.ts';
import type { Check, CheckName } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';

/** What must be so in every statement that the register makes, whatever its table holds. */
interface Rule {
  readonly part: PartName;
  /** A sentence where it is so, and one where it is not. */
  readonly so: string;
  readonly not: string;
  readonly is: boolean;
}

/** Parts that do not agree were not stated by a register: the document is refused. */
export const mustAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : fails(name, part, not);

/** What a register states of a table that is damaged, or of a site that named the wrong thing: signed, and for the reader to judge. */
export const shouldAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : asks(name, part, not);

export const isSame = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);
