import type { PartWords } from './console-parts-words-words.ts';

export const english: PartWords = {
  copy: 'Copy',
  copied: 'Copied',
  states: { active: 'in force', revoked: 'revoked', expired: 'expired', superseded: 'superseded', erased: 'erased' },
};
