import type { Lang } from '../../../client/index.ts';

/** Every language of a text (docs/contract.md, Scalars). A new language must be added here, or this does not compile. */
const languages: Readonly<Record<Lang, true>> = {
  ita: true,
  eng: true,
  spa: true,
  deu: true,
  fra: true,
  tur: true,
  por: true,
  rus: true,
  ukr: true,
};
export const noticeLanguages = Object.keys(languages);
