import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Check } from '../verification.ts';
import { mustAgree, shouldAgree } from './agreement.ts';

/** Whether what was observed was observed when the consent was given and revoked, and by one register alone. */
const isSeenInTime = ({ observed, revocation, imported, times, erasure }: Statement): boolean => {
  const ended = times.revoked ?? erasure?.time;
  return (
    (observed === null || observed.time === times.given) &&
    (revocation?.observed?.time ?? times.revoked) === times.revoked &&
    (imported?.observed?.time ?? times.given) === times.given &&
    (imported?.revocationObserved?.time ?? ended) === ended
  );
};

/** Whether it is told once, by one register, what was seen of a call. */
const isToldByOne = ({ observed, revocation, imported }: Statement): boolean =>
  imported === null || (observed === null && (imported.revocationObserved === null || !revocation?.observed));

/** Whether what was seen, where it was imported from and its revocation agree. */
export const checkOrigin = (statement: Statement): readonly Check[] => {
  const { observed, imported, revocation, times } = statement;
  const isImported = imported !== null;
  return [
    mustAgree('origin', {
      part: isImported ? 'imported' : 'observed',
      so: isImported
        ? 'The consent was imported: this register observed nothing of how it was given.'
        : 'The consent was not imported.',
      not: 'The consent was imported, and yet this register is said to have observed it.',
      is: isToldByOne(statement),
    }),
    mustAgree('observed-times', {
      part: 'observed',
      so: 'What was observed was observed when the consent was given and revoked.',
      not: 'What was observed was observed at another time than the consent was given or revoked.',
      is: isSeenInTime(statement),
    }),
    mustAgree('revocation', {
      part: 'revocation',
      so: revocation === null ? 'Nobody revoked the consent.' : 'The consent was revoked, and the revocation is told.',
      not: 'A revocation is told without a time, or a time without a revocation.',
      is: (revocation === null) === (times.revoked === null),
    }),
    shouldAgree('observation', {
      part: 'observed',
      so: isImported ? 'What another register observed is told apart.' : 'The register tells what it observed.',
      not: 'The register does not tell what it observed when the consent was given or revoked, though the consent was not imported.',
      is: isImported || (observed !== null && revocation?.observed !== null),
    }),
  ];
};
