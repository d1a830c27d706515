import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { timeOf } from '../../shared/identifier.ts';
import { formatTime } from '../../shared/time.ts';
import type { Check } from '../verification.ts';
import { isSame, mustAgree, shouldAgree } from './agreement.ts';

const inSeconds = (moment: string): string => formatTime(new Date(moment));

/** Whether the record shows the right revocation. Erasing a consent in force shows as a revocation by nobody (docs/contract.md, Erased consents). */
const recordedEnd = ({ revocation, times, erasure, record }: Statement): boolean => {
  const { revoked, revokeTime, revokeChannel, revokeChannelData } = record;
  if (revoked !== (revokeChannelData !== null)) return false;
  if (times.revoked !== null)
    return (
      revoked && revokeTime === inSeconds(times.revoked) && revokeChannel === (revocation?.claimed.channel ?? null)
    );
  return revoked ? erasure !== null && revokeTime === inSeconds(erasure.time) : revokeTime === null;
};

const namesTheSame = ({ id, record, claimed, project, notice }: Statement): boolean =>
  record.id === id &&
  record.projectUid === project.uid &&
  record.projectId === project.id &&
  record.projectUid === claimed.projectUid &&
  record.lang === claimed.lang &&
  record.channel === claimed.channel &&
  record.consentInformationVersionId === notice.versionId;

const isEmptyWhereErased = ({ erasure, claimed, revocation }: Statement): boolean =>
  erasure === null || isSame([claimed.proof, claimed.userData, revocation?.claimed.proof ?? {}], [{}, {}, {}]);

/** Whether the record agrees with the other parts. */
export const checkRecord = (statement: Statement): readonly Check[] => {
  const { id, record, times, notice } = statement;
  return [
    mustAgree('record', {
      part: 'record',
      so: 'The record names the same consent, project, version, language and channel as the other parts.',
      not: 'The record and the other parts name different consents, projects, versions, languages or channels.',
      is: namesTheSame(statement),
    }),
    mustAgree('record-times', {
      part: 'record',
      so: 'The record has the same times as the other parts, to the second.',
      not: 'The record and the other parts have different times, or disagree about the revocation.',
      is: record.time === inSeconds(times.given) && recordedEnd(statement),
    }),
    mustAgree('erasure', {
      part: 'claimed',
      so:
        statement.erasure === null
          ? 'The consent was not erased.'
          : 'The consent was erased: no proof and no values of the person are left.',
      not: 'The consent was erased, but its proof or the values of the person are still there.',
      is: isEmptyWhereErased(statement),
    }),
    shouldAgree('record-notice', {
      part: 'record',
      so: 'The record names the notice that its version belongs to.',
      not: `The record names notice ${record.consentInformationPid}, but its version belongs to notice ${notice.pid}. The register's table is damaged.`,
      is: record.consentInformationPid === notice.pid,
    }),
    shouldAgree('id-time', {
      part: 'times',
      so: 'The id of the consent has the time at which it was given.',
      not: `The id of the consent has the time ${formatTime(timeOf(id))}, but its record has ${record.time} (UTC). One of the two was changed in the register's table.`,
      is: timeOf(id).toISOString() === times.given,
    }),
  ];
};
