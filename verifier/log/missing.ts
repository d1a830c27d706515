import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { isYoung } from './event-times.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { consentLeavesOf, versionLeavesOf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Proofs } from './proofs.ts';
import { proofOf } from './proofs.ts';

const tellMissing = (leaf: NamedLeaf, statement: Statement): Check => {
  const says = `The document does not prove that the log has ${whatOf(leaf, statement)}.`;
  return isYoung(leaf, statement)
    ? asks('log', partOf(leaf), `${says} The log adds it a little later: ask for a new document.`)
    : asks(
        'log-missing',
        partOf(leaf),
        `${says} The document was issued more than an hour later, so the log should have it. It was not logged, or its proof was removed.`,
      );
};

/** Events and versions that the document states but does not prove. */
export const checkMissing = (proofs: Proofs): readonly Check[] =>
  [...consentLeavesOf(proofs.statement), ...versionLeavesOf(proofs.statement)]
    .filter((leaf) => proofOf(leaf, proofs) === undefined)
    .map((leaf) => tellMissing(leaf, proofs.statement));
