import { fallback, optional, picklist } from 'valibot';

/** The roles of users, with the fewest rights first (docs/contract.md, Accounts and access). */
export const roles = ['reader', 'editor'] as const;

export const Role = picklist(roles);
export type Role = (typeof roles)[number];

/** The role of users who were created before roles existed. */
export const usualRole = 'editor' satisfies Role;

/** The stored role. An unknown role, such as one from a later version of this software, has the fewest rights. */
export const StoredRole = fallback(optional(Role, usualRole), 'reader');

export const mayWrite = (role: Role): boolean => role === 'editor';

/**
 * The `scope` of an access token, values separated by spaces (RFC 9068). It is only for display and decides nothing.
 */
export const scopeOf = (role: Role): string => (mayWrite(role) ? 'consents:read consents:write' : 'consents:read');
