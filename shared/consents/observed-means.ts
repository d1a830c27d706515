import type { ObservedLink, UsedLink } from './observed-link.ts';
import type { ObservedMailbox, UsedMailbox } from './observed-mailbox.ts';

/** The link of a call, for whoever needs to know no key of somebody else. */
export const toUsedLink = ({ key, userId, day }: UsedLink): UsedLink => ({ key, userId, day });

/** The same of a mailbox, and of a session. */
export const toUsedMailbox = ({ userId, askedAt, mailedAt, userActivated }: UsedMailbox): UsedMailbox => ({
  userId,
  askedAt,
  mailedAt,
  userActivated,
});

/**
 * By what somebody called: a user by a session or a key for machines, or somebody through a link, or from a mailbox. Its names
 * tell them apart.
 */
export type ObservedMeans =
  | { readonly userId: number; readonly sessionId: string }
  | { readonly userId: number; readonly keyId: string }
  | { readonly link: ObservedLink }
  | { readonly mailbox: ObservedMailbox };

/** The means alone, of facts that have more in them. */
export const meansOf = (observed: ObservedMeans): ObservedMeans => {
  if ('link' in observed) return { link: observed.link };
  if ('mailbox' in observed) return { mailbox: observed.mailbox };
  const { userId } = observed;
  return 'keyId' in observed ? { userId, keyId: observed.keyId } : { userId, sessionId: observed.sessionId };
};

/** The link, if somebody called through one. */
export const linkOf = (observed: ObservedMeans | null | undefined): ObservedLink | undefined =>
  observed && 'link' in observed ? observed.link : undefined;

/** The mailbox, if somebody pressed the button behind its link. */
export const mailboxOf = (observed: ObservedMeans | null | undefined): ObservedMailbox | undefined =>
  observed && 'mailbox' in observed ? observed.mailbox : undefined;

/** The user who called, or asked for the link or the mail. @property keyId of the key for machines by which they did, if by one */
export const userOf = (observed: ObservedMeans): { readonly userId: number; readonly keyId: string | undefined } => {
  const { userId, keyId: id }: { readonly userId: number; readonly keyId?: string } =
    linkOf(observed) ?? mailboxOf(observed) ?? (observed as Extract<ObservedMeans, { readonly userId: number }>);
  return { userId, keyId: id };
};
