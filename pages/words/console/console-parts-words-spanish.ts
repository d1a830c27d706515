import type { PartWords } from './console-parts-words-words.ts';

export const spanish: PartWords = {
  copy: 'Copiar',
  copied: 'Copiado',
  states: {
    active: 'en vigor',
    revoked: 'retirado',
    expired: 'caducado',
    superseded: 'sustituido',
    erased: 'suprimido',
  },
};
