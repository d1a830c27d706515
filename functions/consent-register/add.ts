import { addConsent } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import type { AddedConsents } from '../../shared/consents/consent-answer.ts';
import type { NewConsent } from '../../shared/consents/recording.ts';
import { checkRecordSize, findNamed, namedKeys, newConsents, recordConsents } from '../../shared/consents/recording.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { Common, readAtFirstCall } from '../environment.ts';

const toAddedConsent = ({ id, item: { versionId, pid, time } }: NewConsent) => ({
  consentId: id,
  consentInformationVersionId: versionId,
  consentInformationPid: pid,
  time: formatTime(new Date(time)),
});

const toAnswer = (consents: readonly NewConsent[], isList: boolean): AddedConsents => {
  const data = consents.map(toAddedConsent);
  const [single] = data;
  return isList || single === undefined ? { data } : single;
};

export const handler = operation(addConsent, readAtFirstCall(Common), {
  reads: (request, { accountId }) => namedKeys(accountId, request),
  leaves: ({ notices }) => notices.length,
  steps: async (request, call) => {
    const { table, now, idempotency, items } = call;
    checkRecordSize(request);
    const { account } = call.identity;
    const named = findNamed(request, items, account);
    const consents = newConsents(account.id, request, named, call);
    const answer = toAnswer(consents, request.isList);
    const given = await recordConsents(table, { consents, request }, idempotency, { answer, now });
    if (!given.replayed) logger.info('consent.recorded', { count: consents.length });
    return given;
  },
});
