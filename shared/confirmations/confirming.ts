import type { Observed } from '../consents/observed.ts';
import { newConsents, recordWith } from '../consents/recording.ts';
import type { Account } from '../identity/account.ts';
import { parseAccount } from '../identity/account.ts';
import { parseNoticeVersion } from '../notices/notice.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed, readTogether } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Asked, Contents, Draft, DraftPlace } from './draft.ts';
import { confirmDraft, keyOfDraft, openContents, parseDraft, readPlace, toNewConsents } from './draft.ts';
import { countEnded } from './mail-counts.ts';

/** Who reads what a link leads to. */
export interface Reader {
  readonly table: Table;
  readonly now: Date;
  /** The key of the counter that decides whether an account may go on. */
  readonly counterOf: (accountId: string) => Key;
  /** Lets the account go on, which from here on answers for what is used. @throws Problem account.throttled */
  readonly admit: (accountId: string, counter: Item | undefined) => void;
}

/** What the link of a mail leads to. */
export type Confirmation = { readonly account: Account } & (
  | { readonly state: 'open'; readonly place: DraftPlace; readonly contents: Contents; readonly draft: Draft }
  | { readonly state: 'confirmed'; readonly time: Date }
  | { readonly state: 'expired' | 'replaced' | 'voided' | 'retired' }
);

/**
 * What the link of a mail leads to, as of now. Undefined for a text that is in no mail, and where the account may not record.
 *
 * @param text what the link ends with
 * @throws Problem account.throttled where the pages of the account have used too much
 */
export const readConfirmation = async (
  { table, now, counterOf, admit }: Reader,
  text: string,
): Promise<Confirmation | undefined> => {
  const place = readPlace(text);
  if (place === undefined) return undefined;
  const { accountId } = place;
  const [items] = await readTogether(table, {
    draft: keyOfDraft(place),
    account: keyOf.account(accountId),
    counter: counterOf(accountId),
  });
  const account = items.account && parseAccount(items.account);
  if (items.draft === undefined || !account?.consentRegisterEnabled) return undefined;
  admit(accountId, items.counter);
  const draft = parseDraft(items.draft);
  const { confirmedAt, voided, contents: compressed, expiresAt } = draft;
  if (confirmedAt !== undefined && voided !== 'erased')
    return { account, state: 'confirmed', time: new Date(confirmedAt) };
  if (voided === 'replaced') return { account, state: 'replaced' };
  if (voided !== undefined || compressed === undefined) return { account, state: 'voided' };
  if (expiresAt * 1_000 <= now.getTime()) return { account, state: 'expired' };
  const contents = openContents(compressed);
  if (await isRetired(table, accountId, contents)) return { account, state: 'retired' };
  return { account, state: 'open', place, contents, draft };
};

const isRetired = async (table: Table, accountId: string, { versions }: Contents): Promise<boolean> => {
  const heads = await batchGetNamed(
    table,
    versions.map(({ versionId }) => keyOf.noticeVersion(accountId, versionId)),
  );
  return heads.some((head) => head === undefined || parseNoticeVersion(head).retiredAt !== undefined);
};

/** What is seen of a press. */
interface Press {
  readonly newId: () => string;
  readonly seen: Pick<Observed, 'sourceIp' | 'userAgent' | 'requestId'>;
  /** Whether the browser says that an act of its user sent it. */
  readonly userActivated: boolean;
}

const toObserved = ({ at, ...by }: Asked, { mailedAt }: Draft, { seen, userActivated }: Press): Observed => ({
  mailbox: { ...by, askedAt: at, mailedAt: mailedAt ?? null, userActivated },
  ...seen,
});

/**
 * Records the consents of a request whose button was pressed, once: they are written with the note that they are. Who presses
 * again, or at the same time, learns of the first press.
 *
 * @returns what the link leads to after that, and how many consents this press recorded
 */
export const confirm = async (
  reader: Reader,
  text: string,
  press: Press,
): Promise<{ readonly confirmation: Confirmation | undefined; readonly recorded: number }> => {
  const { table, now } = reader;
  const { newId } = press;
  for (;;) {
    const confirmation = await readConfirmation(reader, text);
    if (confirmation?.state !== 'open') return { confirmation, recorded: 0 };
    const { account, place, contents, draft } = confirmation;
    const { projectUid: uid, projectId: id, versions, asked } = contents;
    const consents = newConsents(
      account.id,
      toNewConsents(contents),
      { project: { uid, id }, versions },
      { observed: toObserved(asked, draft, press), now, newId },
    );
    const noted = confirmDraft(
      place,
      consents.map(({ id: consentId }) => consentId),
      now,
    );
    if (await recordWith(table, noted, consents, countEnded(account.id, [draft.expiresAt])))
      return { confirmation: { account, state: 'confirmed', time: now }, recorded: consents.length };
  }
};
