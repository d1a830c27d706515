import type { PartWords } from './console-parts-words-words.ts';

export const german: PartWords = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  states: {
    active: 'in Kraft',
    revoked: 'widerrufen',
    expired: 'abgelaufen',
    superseded: 'ersetzt',
    erased: 'gelöscht',
  },
};
