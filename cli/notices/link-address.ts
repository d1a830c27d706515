import { idPattern } from './link-target.ts';

const relations: readonly string[] = ['external', 'nofollow', 'noopener', 'noreferrer'];

const rule =
  'href must be a whole address, because other sites show the text: https://…, http://…, mailto:…, tel:…, or #notice-… for an id of the text';

/** With no user name before the host, where the name of another host could stand. */
const isWebAddress = (address: string): boolean => {
  if (!/^https?:\/\/[^/\\?#@]/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

/** What is wrong with where a link leads. */
export const checkAddress = (address: string): string | undefined => {
  if (/[\s\\\p{C}]/u.test(address)) return 'href has a space, a backslash or a character that nobody sees; remove it';
  const isAllowed =
    isWebAddress(address) ||
    /^mailto:[^@<>"?]+@[^@<>"?]+(?:\?[^<>"]*)?$/i.test(address) ||
    /^tel:\+?[0-9][-0-9.()]*(?:;ext=[0-9]+)?$/i.test(address) ||
    (address.startsWith('#') && idPattern.test(address.slice(1)));
  return isAllowed ? undefined : rule;
};

export const checkRelation = (rel: string): string | undefined =>
  rel.split(' ').every((token) => relations.includes(token)) ? undefined : `rel must be ${relations.join(', ')}`;
