import * as v from 'valibot';

/** The operations that show personal data of consents. */
export const accessOperations = ['search', 'list', 'due', 'evidence'] as const;
export type AccessOperation = (typeof accessOperations)[number];

/** Who looked at which consents. It has ids alone, and nothing of what they hold. */
export const AccessEntry = v.object({
  /** The id of the entry, which has its time. */
  SK: v.string(),
  userId: v.number(),
  operation: v.picklist(accessOperations),
  /** 16 bytes for the id of each consent. */
  consents: v.instance(Uint8Array),
  expiresAt: v.number(),
});
export type AccessEntry = v.InferOutput<typeof AccessEntry>;

/** The attributes of an entry besides its keys. */
export const accessAttributes = Object.keys(AccessEntry.entries).filter((name) => name !== 'SK');

/** The month of an entry, such as `2026-11`: those of an account and a month are one partition. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
