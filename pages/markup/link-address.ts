import { describeAllowed } from './allowed-values.ts';

/**
 * Ids of link targets within a text. Browsers make each id of a page a member of `window`, where scripts may look for something else; no script
 * has a variable with a hyphen.
 */
export const idPattern = /^notice-[a-z0-9-]{1,64}$/;

const relations: readonly string[] = ['external', 'nofollow', 'noopener', 'noreferrer'];

const rule =
  'href must be a whole address, because other sites show the text: https://…, http://…, mailto:…, tel:…, or #notice-… for an id of the text';

/** Without a user name before the host, which could look like another host. */
const isWebAddress = (address: string): boolean => {
  if (!/^https?:\/\/[^/\\?#@]/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

/** Suggests an allowed id for a wrong one. */
const toId = (fragment: string): string => {
  const id = `notice-${fragment.toLowerCase().replace(/[^a-z0-9-]+/g, '')}`;
  return idPattern.test(id) ? id : 'notice-rights';
};

const describeFragment = (fragment: string): string => {
  const id = toId(fragment);
  return `href must be #notice-… for an id of the text: write #${id} here, and where it leads an id, such as <h2 id="${id}">…</h2>, in Markdown as well`;
};

/** What is wrong with the address of a link. */
export const checkAddress = (address: string): string | undefined => {
  if (/[\s\\\p{C}]/u.test(address)) return 'href has a space, a backslash or a character that nobody sees; remove it';
  if (address.startsWith('#')) return idPattern.test(address.slice(1)) ? undefined : describeFragment(address.slice(1));
  if (/^mailto:[^?]*[,;]/i.test(address)) return 'href must have one recipient; write a link for each';
  const isAllowed =
    isWebAddress(address) ||
    /^mailto:[^@<>"?]+@[^@<>"?]+(?:\?[^<>"]*)?$/i.test(address) ||
    /^tel:\+?[0-9][-0-9.()]*(?:;ext=[0-9]+)?$/i.test(address);
  return isAllowed ? undefined : rule;
};

export const checkRelation = (rel: string): string | undefined =>
  rel.split(' ').every((token) => relations.includes(token)) ? undefined : `rel must be ${describeAllowed(relations)}`;
