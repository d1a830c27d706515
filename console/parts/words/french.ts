import type { PartWords } from './words.ts';

export const french: PartWords = {
  copy: 'Copier',
  copied: 'Copié',
  states: { active: 'en vigueur', revoked: 'retiré', expired: 'expiré', superseded: 'remplacé', erased: 'effacé' },
};
