import type { PartWords } from './words.ts';

export const english: PartWords = {
  copy: 'Copy',
  copied: 'Copied',
  states: { active: 'in force', revoked: 'revoked', expired: 'expired', superseded: 'superseded', erased: 'erased' },
};
