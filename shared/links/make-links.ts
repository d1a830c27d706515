import { addressOfLink } from '../api/other-routes.ts';
import { digestValue } from '../consents/lists.ts';
import { dayOf } from '../runtime/time.ts';
import type { LinkFacts, LinkSecret, LinkUse } from './link.ts';
import { sealLink } from './link.ts';
import type { LinkRequest, MadeLink } from './link-schemas.ts';

/** For whom links are made, by whom, and with what. */
export interface LinkMaking {
  readonly secret: LinkSecret;
  /** Scheme and host of the register. */
  readonly base: string;
  readonly accountId: string;
  readonly issuer: LinkFacts['issuer'];
  readonly now: Date;
}

/** The links of people. Nothing is read, so they say nothing of who is known. */
export const makeLinks = (
  { secret, base, accountId, issuer, now }: LinkMaking,
  { people, pid, days }: LinkRequest,
): MadeLink[] =>
  people.map(([key, normalised]) => {
    const digest = digestValue(accountId, [key, normalised]);
    const addressFor = (use: LinkUse): string =>
      addressOfLink(base, use, sealLink(secret, { use, accountId, key, digest, pid, issuer, day: dayOf(now), days }));
    const page = addressFor('page');
    if (pid === undefined) return { page, oneClick: null, headers: null };
    const oneClick = addressFor('one-click');
    const headers = { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    return { page, oneClick, headers };
  });
