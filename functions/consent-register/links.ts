import { makeLinks as definition } from '../../shared/api/contract.ts';
import { Problem } from '../../shared/api/problem.ts';
import { operation } from '../../shared/api/stack.ts';
import { mayRead } from '../../shared/identity/user.ts';
import { isEnded } from '../../shared/links/link.ts';
import { makeLinks } from '../../shared/links/make-links.ts';
import { holdLinkSecrets, latestOf } from '../../shared/links/secret.ts';
import { unknownNotices } from '../../shared/notices/notice.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { dayOf } from '../../shared/runtime/time.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { atFirstCall, Linking, readAtFirstCall } from '../environment.ts';

const readConfig = readAtFirstCall(Linking);
const openSecrets = atFirstCall(() => holdLinkSecrets(readConfig().LINK_SECRET));

export const handler = operation(definition, readConfig, {
  reads: ({ pid }, { accountId }) => ({ notice: pid === undefined ? undefined : keyOf.notice(accountId, pid) }),
  steps: async (request, { identity: { account, user, role, means }, now, items }) => {
    const { people, pid } = request;
    if (pid === undefined && !mayRead(role)) {
      throw new Problem('user.sender-only', { detail: 'A sender makes links of one notice: name it with pid.' });
    }
    if (pid !== undefined && items.notice === undefined) {
      throw unknownNotices({ pids: [pid], unknown: [pid], isList: false }, account.roster);
    }
    if (isEnded({ day: dayOf(now) }, account)) {
      throw new Problem('operation.off', {
        detail: `The operator has ended all links made before ${account.linksEndBefore} (UTC). Links can be made again from that day on: send no mail without its link.`,
      });
    }
    const secret = latestOf(await openSecrets()(now));
    const issuer = { userId: user.id, keyId: 'keyId' in means ? means.keyId : undefined };
    const making = { secret, base: readConfig().LINK_BASE_URL, accountId: account.id, issuer, now };
    logger.info('links.made', { userId: user.id, people: people.length });
    return { data: makeLinks(making, request) };
  },
});
