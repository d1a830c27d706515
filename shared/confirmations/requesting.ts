import { lifetimes, limits } from '../api/limits.ts';
import { answerTooLarge, Problem } from '../api/problem.ts';
import type { NewConsents } from '../consents/consent-request.ts';
import type { Observed } from '../consents/observed.ts';
import type { NamedItems } from '../consents/recording.ts';
import { checkFit, checkRecordSize, findNamed, namedKeys, newConsents } from '../consents/recording.ts';
import type { Account } from '../identity/account.ts';
import { isNamedByPid } from '../notices/notice-request.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import type { Lang } from '../schema/vocabulary.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { awaitAnswer, keyOfAnswer, readAnswer, reserveKey, writeOnce } from '../store/idempotency.ts';
import type { ItemsOf } from '../store/read.ts';
import { getItem, readTogether } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { transact, transactFresh } from '../store/write.ts';
import type { Asked, Contents, DraftPlace } from './draft.ts';
import { endOf, newPlace, noteMailed, putDraft, toContents } from './draft.ts';
import type { AskedMail, CountItems, Mailbox } from './mail-counts.ts';
import { admitMail, countKeys, countMail, parseMailbox, replacedBy, uncountMail, voidOpen } from './mail-counts.ts';
import type { ConfirmationRequest, RequestedConfirmation } from './request-schemas.ts';
import type { Handing } from './send-mail.ts';
import type { ShownNotice } from './shown-notices.ts';
import { readShownNotices } from './shown-notices.ts';

/** Who asks, and where. */
interface Asking {
  readonly table: Table;
  readonly account: Account;
  readonly asked: Asked;
  readonly observed: Observed;
  readonly now: Date;
  readonly newId: () => string;
  readonly idempotency: IdempotentRequest | undefined;
}

/** The keys of what a request reads with the caller. */
export const keysOfRequest = (
  accountId: string,
  request: Pick<ConfirmationRequest, 'projectUid' | 'notices' | 'isList' | 'mailbox'>,
  { now, idempotency }: Pick<Asking, 'now' | 'idempotency'>,
) => ({
  ...namedKeys(accountId, request),
  ...countKeys({ accountId, mailbox: request.mailbox, now }),
  answer: idempotency && keyOfAnswer(idempotency),
});

type RequestItems = NamedItems & CountItems & ItemsOf<Pick<ReturnType<typeof keysOfRequest>, 'answer'>>;

/** What a mail is about, and whom it goes to. */
export interface WantedMail {
  readonly to: string;
  readonly lang: Lang;
  readonly notices: readonly ShownNotice[];
  /** What its link ends with. */
  readonly linkText: string;
  readonly end: Date;
}

/**
 * Sends a mail with a link, behind which the consents of the request are recorded. What is sent counts before Amazon SES is
 * asked, so that no failure sends more than counted; what it refuses does not count.
 *
 * @param items those of `keysOfRequest`
 * @throws Problem parameters.invalid, consent.too-large, idempotency-key.reused, confirmation.throttled, mail.refused, mail.unsettled
 */
export const requestConfirmation = async (asking: Asking, ...wanted: Wanted): Promise<Given<RequestedConfirmation>> => {
  try {
    return await requestOnce(asking, ...wanted);
  } catch (error) {
    const { table, idempotency, now } = asking;
    const isThrottled = error instanceof Problem && error.code === 'confirmation.throttled';
    if (!isThrottled || idempotency === undefined) throw error;
    const seconds = lifetimes.mailHandingSeconds + 1;
    const answer = await awaitAnswer<RequestedConfirmation>(table, idempotency, now, seconds);
    if (answer === undefined) throw error;
    return { answer, replayed: true };
  }
};

type Wanted = readonly [
  request: ConfirmationRequest,
  items: RequestItems,
  send: (wanted: WantedMail) => Promise<Handing>,
];

const requestOnce = async (
  asking: Asking,
  ...[request, items, send]: Wanted
): Promise<Given<RequestedConfirmation>> => {
  const { account, now, newId, idempotency } = asking;
  const earlier = idempotency && readAnswer<RequestedConfirmation>(idempotency, items.answer, now);
  if (earlier !== undefined) return { answer: earlier, replayed: true };
  const contents = toDraftContents(asking, request, items);
  const pids = [...new Set(contents.versions.map(({ pid }) => pid))];
  admitMail(items, pids, now);
  const { lang } = contents;
  const notices = await readShownNotices(asking.table, account.id, contents);
  checkTexts(request, notices);
  const { text: linkText, ...place } = newPlace(account.id);
  const requested = { place, pids, end: endOf(now) };
  const id = newId();
  const begun = { ...asking, mail: { accountId: account.id, mailbox: request.mailbox, now }, requested };
  const before = await begin(begun, putDraft(place, id, contents, requested.end), items);
  const replaced = replacedBy(before, begun.mail, pids);
  const end = new Date(requested.end * 1_000);
  const handing = await send({ to: request.mailbox, lang, notices, linkText, end });
  if (handing === 'unknown') throw new Problem('mail.unsettled');
  if (handing === 'refused') {
    throw await takeBack(begun, before).then(
      () => new Problem('mail.refused'),
      (error: unknown) => {
        logger.error('mail.still-counted', describeFault(error));
        return new Problem('mail.refused', { retryAfter: lifetimes.mailPauseSeconds, cause: error });
      },
    );
  }
  const answer = { id, endTime: end.toISOString() };
  try {
    return await settle(asking, noteMailed(place, handing.at), replaced, answer);
  } catch (error) {
    logger.error('mail.unsettled', describeFault(error));
    throw new Problem('mail.unsettled', { cause: error });
  }
};

/** Notes the mail, voids the requests that it replaces, but for those that have ended, and keeps the answer. */
const settle = async (
  { table, account, idempotency, now }: Asking,
  noted: Update,
  replaced: Mailbox['open'],
  answer: RequestedConfirmation,
): Promise<Given<RequestedConfirmation>> => {
  let open = replaced;
  for (;;) {
    const outcome = await writeOnce(table, [noted, ...voidOpen(account.id, open, 'replaced')], idempotency, {
      answer,
      now,
    });
    if (!('refusals' in outcome)) return outcome;
    const [missing, ...ended] = outcome.refusals;
    if (missing !== undefined) throw new Error('A request to confirm is not there.');
    open = open.filter((_, i) => ended[i] === undefined);
  }
};

/** What to record, if it fits: its link must not fail for its size. */
const toDraftContents = (asking: Asking, request: NewConsents, items: NamedItems): Contents => {
  const { account, asked, now, newId } = asking;
  checkRecordSize(request);
  const named = findNamed(request, items, account);
  const observed = { ...asking.observed, ...longestSeen };
  const consents = newConsents(account.id, request, named, { now, newId, observed });
  checkFit(consents, request, 'a confirmation by email');
  return toContents(request, named, asked);
};

/** More than is observed of any press: who asked, the time of the mail, and what its browser says. */
const longestSeen = { sourceIp: '0'.repeat(512), userAgent: '0'.repeat(2_048) } as const;

/** Refuses what the page behind the link, or its mail, could not show. */
const checkTexts = (request: NewConsents, notices: readonly ShownNotice[]): void => {
  const check = (part: 'descriptionHtml' | 'title', most: number, what: string): void => {
    if (notices.reduce((sum, notice) => sum + Buffer.byteLength(notice[part]), 0) <= most) return;
    throw answerTooLarge(isNamedByPid(request) ? 'consentInformationPid' : 'consentInformationVersionId', {
      why: `The ${what} of these notices have more than ${most / 1_024} KB, which one mail and its page show`,
      remedy: 'send fewer notices at a time',
    });
  };
  check('descriptionHtml', limits.confirmationTextBytes, 'texts');
  check('title', limits.confirmationTitleBytes, 'titles');
};

/** A request while its mail is under way. */
interface Begun extends Asking {
  readonly mail: AskedMail;
  readonly requested: { readonly place: DraftPlace; readonly pids: readonly number[]; readonly end: number };
}

/** Counts the mail, stores the request, and reserves its Idempotency-Key. @returns the mailbox before that */
const begin = async (begun: Begun, put: Put, items: CountItems): Promise<Mailbox> => {
  const { table, mail, requested, now, idempotency } = begun;
  const { pids, place } = requested;
  const reservation = idempotency ? [reserveKey(idempotency, now)] : [];
  let read = items;
  for (;;) {
    const before = parseMailbox(read.mailbox);
    const { first, others } = countMail(mail, before, requested);
    const refusals = await transact(table, [first, put, ...others, ...reservation]);
    if (refusals === undefined) return before;
    if (idempotency) readAnswer(idempotency, refusals[2 + others.length]?.existing, now);
    [read] = await readTogether(table, countKeys(mail));
    if (parseMailbox(read.mailbox).open.some(({ secretDigest }) => secretDigest === place.secretDigest)) return before;
    admitMail(read, pids, now);
  }
};

/** Voids a request whose mail was refused, and no longer counts the mail. */
const takeBack = async ({ table, mail, requested }: Begun, before: Mailbox): Promise<void> => {
  await transactFresh(table, async () => {
    const read = parseMailbox(await getItem(table, countKeys(mail).mailbox));
    const { first, others } = uncountMail(mail, read, before, requested);
    return { raced: [first], others };
  });
};
