/** `YYYY-MM-DD HH:MM:SS` in UTC, the form of all times of the consent register (docs/contract.md, Times). */
export const formatTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

/** ISO 8601 in UTC with microseconds, the form of a user's timestamps (docs/contract.md, Times). */
export const formatTimestamp = (time: Date): string => time.toISOString().replace('Z', '000Z');

/** Whole seconds since the epoch, the unit of DynamoDB's TTL and of JWT claims. */
export const epochSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
