import { fallback, optional, picklist } from 'valibot';

/** What the users of an account may do there, least first (docs/contract.md, Accounts and access). */
export const roles = ['reader', 'editor'] as const;

export const Role = picklist(roles);
export type Role = (typeof roles)[number];

/** That of users who were made before there were roles. */
export const usualRole = 'editor' satisfies Role;

/** As it is stored. What is no role, such as one that a later version of this software gave, has the least rights. */
export const StoredRole = fallback(optional(Role, usualRole), 'reader');

export const mayWrite = (role: Role): boolean => role === 'editor';

/** The `scope` of an access token, values with spaces between them (RFC 9068). It is for display: nothing is decided by it. */
export const scopeOf = (role: Role): string => (mayWrite(role) ? 'consents:read consents:write' : 'consents:read');
