import type { CheckWords, VerdictWords } from '../verification-words.ts';

/** Warns readers of a good verdict that checks are left for them to judge. */
const describeOpen = (open: number): string =>
  open === 0
    ? ''
    : ` But ${open === 1 ? 'one check is' : `${open} checks are`} for you to judge: read “What was checked” below before you rely on the document.`;

const adviseOnSigner = (hasKeys: boolean): string =>
  hasKeys
    ? 'The key that you gave did not sign it. If that key is the register’s, the register did not sign this document with it.'
    : 'Give the key of the register below to check whether the register signed it.';

export const englishVerdict: VerdictWords = {
  valid: ({ whence }) => ({
    heading: 'Valid',
    says: `Nothing has changed since it was signed, and you know the key that signed it from ${whence}. This proves what the register said, not that the site told the register the truth.`,
  }),
  doubtful: ({ whence, open }) => ({
    heading: 'Doubtful',
    says: `Nothing has changed since it was signed, and you know the key that signed it from ${whence}.${describeOpen(open)}`,
  }),
  consistent: ({ hasKeys, open }) => ({
    heading: 'Consistent, signer unknown',
    says: `Nothing has changed since it was signed, but you do not know who signed it: anybody can make such a document with a key of their own. ${adviseOnSigner(hasKeys)}${describeOpen(open)}`,
  }),
  refused: (places) => ({
    heading: 'Refused',
    says: `Do not rely on this document. It fails in: ${places.join(', ')}. This page does not show what the document says, because somebody may have changed it.`,
  }),
};

export const englishChecks: CheckWords = {
  heading: 'What was checked',
  marks: { holds: 'Holds', fails: 'Fails', asks: 'Judge it yourself' },
  count: ({ held, failed, open }) =>
    `${[
      `${held} ${held === 1 ? 'check holds' : 'checks hold'}`,
      failed === 0 ? 'none fails' : `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
      ...(open === 0 ? [] : [`${open} ${open === 1 ? 'is' : 'are'} for you to judge`]),
    ].join(', ')}.`,
  every: 'Every check that holds',
  hashes: {
    heading: 'SHA-256 of each part',
    remark:
      'Each is the SHA-256 of the canonical JSON (RFC 8785) of the part. If you have a part from another source, compare it.',
  },
  name: ({ part }) => part,
};
