import type { PartWords } from './console-parts-words-words.ts';

export const italian: PartWords = {
  copy: 'Copia',
  copied: 'Copiato',
  states: {
    active: 'in vigore',
    revoked: 'revocato',
    expired: 'scaduto',
    superseded: 'sostituito',
    erased: 'cancellato',
  },
};
