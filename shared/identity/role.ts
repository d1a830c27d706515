import { picklist } from 'valibot';

/** What the users of an account may do there, least first (docs/contract.md, Accounts and access). */
export const roles = ['reader', 'editor'] as const;

export const Role = picklist(roles);
export type Role = (typeof roles)[number];

/** That of users who were made before there were roles. */
export const usualRole = 'editor' satisfies Role;

export const mayWrite = (role: Role): boolean => role === 'editor';

/** The `scope` of an access token, values with spaces between them (RFC 9068). It is for display: nothing is decided by it. */
export const scopeOf = (role: Role): string => (mayWrite(role) ? 'consents:read consents:write' : 'consents:read');
