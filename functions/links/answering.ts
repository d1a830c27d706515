import type { InferOutput } from 'valibot';
import type { LinkSubject } from '../../pages/links/link-pages.ts';
import {
  renderAgreed,
  renderAgreedText,
  renderExpired,
  renderMissed,
  renderUnknownLink,
} from '../../pages/links/link-pages.ts';
import type { Budget } from '../../shared/api/operations.ts';
import { linkAt } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { parseAccount } from '../../shared/identity/account.ts';
import { readAgreed } from '../../shared/links/agreed-notices.ts';
import type { LinkFacts } from '../../shared/links/link.ts';
import { isEnded, stateOfLink } from '../../shared/links/link.ts';
import { holdLinkSecrets, readLink } from '../../shared/links/secret.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { readTogether } from '../../shared/store/read.ts';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, Linking, readAtFirstCall } from '../environment.ts';
import type { PageCall, Shown } from '../public-page.ts';
import { pageFunction } from '../public-page.ts';

const open = ({ TABLE_NAME, LINK_SECRET, LINK_BASE_URL }: InferOutput<typeof Linking>) => ({
  table: openTable(TABLE_NAME),
  secrets: holdLinkSecrets(LINK_SECRET),
  base: LINK_BASE_URL,
});

/** The request of somebody who has a link of this register, of an account that may use it and has not ended the link. */
export interface LinkCall extends PageCall {
  /** Scheme and host of the register. */
  readonly base: string;
  readonly link: LinkFacts;
  readonly isExpired: boolean;
  readonly subject: LinkSubject;
}

/**
 * The Lambda function of some routes of links.
 *
 * @param budget in which the reads count
 * @param answer what is of these routes alone
 * @param readMore reads further variables, and throws if one is missing
 */
export const linkFunction = (
  budget: Budget,
  answer: (call: LinkCall) => Promise<Shown>,
  readMore: () => unknown = () => undefined,
): HttpFunction => {
  const readConfig = readAtFirstCall(Linking);
  return pageFunction<ReturnType<typeof open>>({
    nameRoute: (path) => linkAt(path)?.path,
    budget,
    open: atFirstCall(() => {
      readMore();
      return open(readConfig());
    }),
    answer: (opened, call) => answerLink(opened, call, answer),
  });
};

/** Nothing is read for a text that is no link. */
const answerLink = async (
  { secrets, base }: ReturnType<typeof open>,
  call: PageCall,
  answer: (call: LinkCall) => Promise<Shown>,
): Promise<Shown> => {
  const { table, event, now, voice, counterOf, admit } = call;
  const at = linkAt(event.rawPath);
  const link = at && (await readLink(secrets, at.use, at.text, now));
  if (link === undefined) return { status: 404, page: renderUnknownLink(voice) };
  const { accountId } = link;
  const [items] = await readTogether(table, { account: keyOf.account(accountId), counter: counterOf(accountId) });
  if (items.account === undefined) return { status: 404, page: renderUnknownLink(voice) };
  const account = parseAccount(items.account);
  const subject = { account: account.name, link };
  admit(accountId, items.counter);
  if (!account.consentRegisterEnabled || isEnded(link, account))
    return { status: 410, page: renderExpired(subject, false, voice) };
  const isExpired = stateOfLink(link, now) === 'expired';
  return answer({ ...call, base, link, isExpired, subject });
};

/** The page of a link that is too old. */
export const showExpired = ({ link, subject, voice }: LinkCall): Shown => ({
  status: 410,
  page: renderExpired(subject, link.use === 'one-click', voice),
});

/** The page of a link, which changes nothing: what was agreed to, or one text of it. HEAD has no page, and reads nothing for one. */
export const showLink = async (call: LinkCall): Promise<Shown> => {
  const { table, event, now, link, isExpired, subject, voice } = call;
  if (isExpired) return showExpired(call);
  if (event.requestContext.http.method === 'HEAD') return { status: 200, page: '' };
  const text = new URLSearchParams(event.rawQueryString).get('text');
  if (text === null || link.pid !== undefined)
    return { status: 200, page: renderAgreed(await readAgreed(table, link, now), subject, voice) };
  const agreed = await readAgreed(table, { ...link, pid: Number(text) }, now);
  const notice = agreed.notices.find(({ pid }) => String(pid) === text);
  return notice === undefined
    ? { status: 404, page: renderMissed(voice) }
    : { status: 200, page: renderAgreedText(notice, voice) };
};
