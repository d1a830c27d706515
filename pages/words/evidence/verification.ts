import type { VerdictWords } from './verification-words.ts';
import { englishChecks } from './checks.ts';

/** For a document whose signer is not known, and that leaves something to judge besides. */
const describeOpen = (open: number): string =>
  open === 0 ? '' : ` Besides, ${open === 1 ? 'one check is' : `${open} checks are`} for you to judge.`;

/** For the verifying page. A heading says nothing that was not checked. */
export const englishVerdict: VerdictWords = {
  valid: ({ whence }) => ({
    heading: 'Valid',
    says: `Nothing has changed since it was signed, and you know the key that signed it from ${whence}. This proves what the register said, not that the site told the register the truth.`,
  }),
  doubtful: ({ whence, open }) => ({
    heading: `Doubtful: ${open === 1 ? 'one thing is' : `${open} things are`} for you to judge`,
    says: `Nothing has changed since it was signed, and you know the key that signed it from ${whence}. But what it says does not fit in every point with what you gave, or with itself.`,
    todo: `Read ${open === 1 ? 'the line' : 'the lines'} “Judge it yourself” under “What was checked”. Do not rely on the document before you have settled ${open === 1 ? 'it' : 'each of them'}.`,
  }),
  consistent: ({ hasKeys, open }) =>
    hasKeys
      ? {
          heading: 'Unchanged, but not signed with a key that you gave',
          says: `Nothing has changed since it was signed. But anybody can make such a document with a key of their own, and the key that you gave did not sign this one. If that key is the register’s, the register did not sign this document with it.${describeOpen(open)}`,
          todo: 'Ask the register for the file with all its keys, and give it below. If the signer is not in it, do not rely on the document.',
        }
      : {
          heading: 'Unchanged. Who signed it is not checked yet.',
          says: `Nothing has changed since it was signed. But anybody can make such a document with a key of their own.${describeOpen(open)}`,
          todo: 'Give the key of the register below: its file keys.json, or the thumbprint from a letter. Get it from the register, not from the person who gave you the document. Do not rely on the document before.',
        },
  refused: (places) => ({
    heading: 'Refused',
    says: `Do not rely on this document. It fails in: ${places.map(englishChecks.place).join(', ')}. This page does not show what the document says, because somebody may have changed it.`,
  }),
};
