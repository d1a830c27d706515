import { digest } from '../runtime/digest.ts';
import { normaliseValue } from '../schema/matching.ts';

/**
 * Without quotes, comments, what routes a mail on to another mailbox (`%`, `!`), and encoded words (RFC 2047), which some mail
 * servers decode although an address has none: `=?x?q?eve=40bad.example=3e?=@mail.example` may go to `eve@bad.example`.
 */
const localPart = /^(?=.{1,64}$)(?!.*=\?)[\w#$&'*+/=?^{|}~-]+(?:\.[\w#$&'*+/=?^{|}~-]+)*$/;
const givenDomain = /^[\p{L}\p{M}\p{Nd}.-]+$/u;
const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

const longest = 254;

/**
 * The address to send a mail to, if the text is exactly one plain address: its domain in ASCII, as it is compared. Undefined
 * for all else that a mail server may take for several mailboxes or another one.
 */
export const toMailbox = (text: string): string | undefined => {
  const at = text.lastIndexOf('@');
  const [local, given] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (!localPart.test(local) || !givenDomain.test(given)) return undefined;
  const mailbox = `${local}@${normaliseValue('email', `x@${given}`).slice(2)}`;
  return domain.test(mailbox.slice(at + 1)) && mailbox.length <= longest ? mailbox : undefined;
};

/**
 * An address as it is compared, without what follows a `+`: one mailbox has any number of such addresses. What begins with one, as
 * a telephone number does, is a name of its own.
 */
const withoutTag = (email: string): string => normaliseValue('email', email).replace(/^([^@]+?)\+[^@]*@/, '$1@');

/** Names a mailbox in keys of an account. @param email one of its addresses, as it is compared or as it was given */
export const digestMailbox = (accountId: string, email: string): string =>
  digest(accountId, 'mailbox', withoutTag(email));

/** Names an address of a mailbox in an account. */
export const digestAddress = (accountId: string, email: string): string =>
  digest(accountId, 'address', normaliseValue('email', email));

/** Names a mailbox for all accounts together. */
export const digestAnyMailbox = (email: string): string => digest('mailbox', withoutTag(email));
