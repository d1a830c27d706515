import type { ObservedLink, UsedLink } from './observed-link.ts';

/** The link of a call, for whoever needs to know no key of somebody else. */
export const toUsedLink = ({ key, userId, day }: UsedLink): UsedLink => ({ key, userId, day });

/** By what somebody called: a user by a session or a key for machines, or somebody through a link. Its names tell them apart. */
export type ObservedMeans =
  | { readonly userId: number; readonly sessionId: string }
  | { readonly userId: number; readonly keyId: string }
  | { readonly link: ObservedLink };

/** The means alone, of facts that have more in them. */
export const meansOf = (observed: ObservedMeans): ObservedMeans => {
  if ('link' in observed) return { link: observed.link };
  const { userId } = observed;
  return 'keyId' in observed ? { userId, keyId: observed.keyId } : { userId, sessionId: observed.sessionId };
};

/** The link, if somebody called through one. */
export const linkOf = (observed: ObservedMeans | null | undefined): ObservedLink | undefined =>
  observed && 'link' in observed ? observed.link : undefined;

/** The user who called, or asked for the link. @property keyId of the key for machines by which they did, if by one */
export const userOf = (observed: ObservedMeans): { readonly userId: number; readonly keyId: string | undefined } => {
  const { userId, keyId: id }: { readonly userId: number; readonly keyId?: string } =
    'link' in observed ? observed.link : observed;
  return { userId, keyId: id };
};
