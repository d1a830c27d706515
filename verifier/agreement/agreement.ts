import { toCanonicalJson } from '../../shared/canonical.ts';
import type { PartName } from '../../shared/evidence/statement-format.ts';
import type { Check, CheckName } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';

/** A rule for parts of a statement. */
interface Rule {
  readonly part: PartName;
  /** The sentence if the rule holds, and the one if it does not. */
  readonly so: string;
  readonly not: string;
  readonly is: boolean;
}

/** A rule that every statement of a register follows, whatever its table holds: if it fails, the document is refused. */
export const mustAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : fails(name, part, not);

/** A rule that a genuine statement may break, if the table is damaged or a site named the wrong thing: the reader must judge. */
export const shouldAgree = (name: CheckName, { part, so, not, is }: Rule): Check =>
  is ? holds(name, part, so) : asks(name, part, not);

export const isSame = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);
