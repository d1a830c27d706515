import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Check } from '../verification.ts';
import { mustAgree, shouldAgree } from './agreement.ts';

/** Whether each observation has the time of the consent or revocation that it belongs to. */
const isSeenInTime = ({ observed, revocation, imported, times, erasure }: Statement): boolean => {
  const ended = times.revoked ?? erasure?.time;
  return (
    (observed === null || observed.time === times.given) &&
    (revocation?.observed?.time ?? times.revoked) === times.revoked &&
    (imported?.observed?.time ?? times.given) === times.given &&
    (imported?.revocationObserved?.time ?? ended) === ended
  );
};

/** Whether only one register observed each call. */
const isToldByOne = ({ observed, revocation, imported }: Statement): boolean =>
  imported === null || (observed === null && (imported.revocationObserved === null || !revocation?.observed));

/** Whether observations, import and revocation agree. */
export const checkOrigin = (statement: Statement): readonly Check[] => {
  const { observed, imported, revocation, times } = statement;
  const isImported = imported !== null;
  return [
    mustAgree('origin', {
      part: isImported ? 'imported' : 'observed',
      so: isImported
        ? 'The consent was imported: this register did not observe how it was given.'
        : 'The consent was not imported.',
      not: 'The consent was imported, but the document says that this register observed it too.',
      is: isToldByOne(statement),
    }),
    mustAgree('observed-times', {
      part: 'observed',
      so: 'Each observation has the same time as the consent or the revocation.',
      not: 'An observation has a different time from the consent or the revocation that it belongs to.',
      is: isSeenInTime(statement),
    }),
    mustAgree('revocation', {
      part: 'revocation',
      so:
        revocation === null
          ? 'Nobody revoked the consent.'
          : 'The consent was revoked, and the document has the revocation and its time.',
      not: 'The document has a revocation without a time, or a time without a revocation.',
      is: (revocation === null) === (times.revoked === null),
    }),
    shouldAgree('observation', {
      part: 'observed',
      so: isImported
        ? 'The consent was imported: no observation by this register is required.'
        : 'The document has what the register observed.',
      not: 'What the register observed of the consent or the revocation is missing, although the consent was not imported.',
      is: isImported || (observed !== null && revocation?.observed !== null),
    }),
  ];
};
