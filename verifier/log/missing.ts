import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { isYoung, writeLimit } from './event-times.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { consentLeavesOf, versionLeavesOf, versionsNamed } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Proofs } from './proofs.ts';
import { proofOf } from './proofs.ts';

/** Whether it is a version from before the one that was agreed to, by each entry with its id. None of these can have ended the consent. */
const isBefore = (leaf: NamedLeaf, statement: Statement): boolean =>
  leaf.event === 'notice.published' &&
  versionsNamed(leaf.versionId, statement).every(({ version }) => version < statement.notice.version);

const tellMissing = (leaf: NamedLeaf, statement: Statement): Check => {
  const says = `The document does not prove that the log has ${whatOf(leaf, statement)}.`;
  if (isBefore(leaf, statement))
    return asks(
      'log',
      partOf(leaf),
      `${says} It is older than the version that was agreed to, and cannot end the consent.`,
    );
  return isYoung(leaf, statement)
    ? asks('log', partOf(leaf), `${says} The log adds it a little later: ask for a new document.`)
    : asks(
        'log-missing',
        partOf(leaf),
        `${says} The document was issued more than ${writeLimit(leaf)} later, so the log should have it. It was not logged, or its proof was removed.`,
      );
};

/** Events and versions that the document states but does not prove. */
export const checkMissing = (proofs: Proofs): readonly Check[] =>
  [...consentLeavesOf(proofs.statement), ...versionLeavesOf(proofs.statement)]
    .filter((leaf) => proofOf(leaf, proofs) === undefined)
    .map((leaf) => tellMissing(leaf, proofs.statement));
