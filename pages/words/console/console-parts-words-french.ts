import type { PartWords } from './console-parts-words-words.ts';

export const french: PartWords = {
  copy: 'Copier',
  copied: 'Copié',
  states: { active: 'en vigueur', revoked: 'retiré', expired: 'expiré', superseded: 'remplacé', erased: 'effacé' },
};
