/** What every key for machines begins with. */
export const keyPrefix = 'crk_';

/** Whether a text is meant as a key, however it was damaged: its letters changed, in quotes, or in part. */
export const looksLikeKey = (text: string): boolean => /^\W*crk_/i.test(text);

/** Whether a text has a key in it, whole or in so large a part that it gives away any of the secret. */
export const holdsKey = (text: string): boolean => new RegExp(piece, 'i').test(text);

/** The text with each key in it as `crk_…`, for whatever might repeat what somebody sent or typed. */
export const maskKeys = (text: string): string => text.replaceAll(new RegExp(piece, 'gi'), `${keyPrefix}…`);

/** The 41 characters of account, user and id come first and are no secret: what merely begins like a key is none. */
const piece = String.raw`${keyPrefix}\w{42,}`;
