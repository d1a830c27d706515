import type { KeyFaultCode } from '../../../verifier/keys.ts';

/** A verdict in words. */
export interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
  /** What to do now; absent if there is nothing to do. */
  readonly todo?: string;
}

/** A file that was not used, and why. */
export type FileRemark = 'unreadable' | 'tooLong' | 'keysAsDocument' | 'documentForLog' | 'spareDocument' | 'spareKeys';

const unchanged = 'Nothing has changed since it was signed';
const besides = (open: number): string =>
  open === 0 ? '' : ` Besides, ${open === 1 ? 'one check is' : `${open} checks are`} for you to judge.`;

/** What the verifying page says in English. Text between backticks is code. The other languages must have the same. */
export const english = {
  language: 'Language',
  title: 'Evidence of a consent',
  /** Of the page without a document. */
  emptyTitle: 'Verify the evidence of a consent',
  titleOf: (id: string) => `Evidence of consent ${id}`,
  verifying: 'Verifying …',
  cannotVerify:
    'This browser cannot verify a document here, so nothing is known about the document. Save this page and open it from your disk in a newer browser, or use the command `consent-register evidence verify`.',
  todo: 'What to do:',
  /** A heading says nothing that was not checked. */
  verdict: {
    /** @param whence the reader's source for the key */
    valid: (whence: string): VerdictInWords => ({
      heading: 'Valid',
      says: `${unchanged}, and you know the key that signed it from ${whence}. This proves what the register said, not that the site told the register the truth.`,
    }),
    /** At least one check is a doubt. */
    doubtful: (whence: string, open: number): VerdictInWords => ({
      heading: `Doubtful: ${open === 1 ? 'one thing is' : `${open} things are`} for you to judge`,
      says: `${unchanged}, and you know the key that signed it from ${whence}. But what it says does not agree in every point with what you gave, or with itself.`,
      todo: `Read ${open === 1 ? 'the line' : 'the lines'} “Judge it yourself” under “What was checked”. Do not rely on the document before you have settled ${open === 1 ? 'it' : 'each of them'}.`,
    }),
    /** The reader gave a key, and it is another. */
    otherKey: (open: number): VerdictInWords => ({
      heading: 'Unchanged, but not signed with a key that you gave',
      says: `${unchanged}. But anybody can make such a document with a key of their own, and the key that you gave did not sign this one. If that key is the register’s, the register did not sign this document with it.${besides(open)}`,
      todo: 'Ask the register for the file with all its keys, and give it below. If the signer is not in it, do not rely on the document.',
    }),
    withoutKey: (open: number): VerdictInWords => ({
      heading: 'Unchanged. Who signed it is not checked yet.',
      says: `${unchanged}. But anybody can make such a document with a key of their own.${besides(open)}`,
      todo: 'Give the key of the register below: its file keys.json, or the thumbprint from a letter. Ask the operator of the register for it, not the person who gave you the document. Until then, do not rely on the document.',
    }),
    refused: (places: string): VerdictInWords => ({
      heading: 'Refused',
      says: `Do not rely on this document. It fails in: ${places}. This page does not show what the document says, because somebody may have changed it.`,
    }),
    ofItself: (heading: string) => `${heading}, says this page of itself`,
  },
  origin: {
    own: 'The document in this page, by the page’s own account',
    page: (name: string) => `The document in ${name}; the page around it was ignored`,
  },
  self: {
    strong: 'This page cannot vouch for itself.',
    says: 'Somebody who changes the document can also change this page, and make it say anything. To be sure, ask the operator of the register for `verify.html` and `keys.json`, or get them from another place that you trust. Open `verify.html`, and drop this file and the key of the register onto it. It extracts the document and ignores this page.',
  },
  intake: {
    heading: 'Your files',
    headingOfOwn: 'Check it yourself',
    says: 'This page checks whether a signed document of a consent was changed, and whether a key that you trust signed it. Then it shows what the document says.',
    how: 'Choose the files, or drop them anywhere on this page. They stay on this machine: the page sends nothing.',
    document: 'The document (`.json` or `.html`)',
    anotherDocument: 'Another document (`.json` or `.html`)',
    keys: 'The key of the register (`keys.json`)',
    thumbprint: 'Or the thumbprint of the key, such as from a letter',
    thumbprintRule: 'A thumbprint has 64 digits, 0 to 9 and a to f, or 43 characters.',
    log: 'For the log: checkpoints that you have kept',
    whence:
      'Take the key or the thumbprint from a place that you trust, such as the site of the register, a notary or a letter. Do not take it from the person who gave you the document.',
    noKey: 'You have given no key yet. Without a key, this page cannot check who signed.',
    trustsThumbprint: (thumbprint: string) => `You trust the key with the thumbprint ${thumbprint}.`,
    trustsKeys: (count: number, whence: string) =>
      `You trust ${count === 1 ? 'the key' : `the ${count} keys`} of ${whence}.`,
    forLog: (names: string) => `You have given for the log: ${names}.`,
    /** The source of a key that was named by its thumbprint. */
    givenThumbprint: 'the thumbprint that you gave',
  },
  /** Why a file was not used. */
  files: {
    unreadable: (name: string) => `${name} cannot be read. It was not verified.`,
    tooLong: (name: string) => `${name} is too long for a document or a key file. It was not verified.`,
    keysAsDocument: (name: string) =>
      `${name} is a key file, not a document. Choose it as the key only if you trust its source.`,
    documentForLog: (name: string) =>
      `${name} is a document or a page, and nothing for the log. Choose it as the document.`,
    spareDocument: (name: string) => `Give one document at a time: ${name} was not used.`,
    spareKeys: (name: string) => `Give one key file at a time: ${name} was not used.`,
  } satisfies Readonly<Record<FileRemark, (name: string) => string>>,
  /** Why a key file was not used. */
  keyFaults: {
    'too-long': (name: string) => `${name} is not a key file: it is too long.`,
    form: (name: string) => `${name} is not a key file: it is not JSON.`,
    document: (name: string) =>
      `${name} is a signed document. Take the key file from another source: the key in a document proves nothing.`,
    private: (name: string) => `${name} has a private key. Give the public one, and keep the private one to yourself.`,
    repeated: (name: string, member: string) =>
      `${name} has the member "${member}" twice in one object, so it is not clear which one counts.`,
    'no-key': (name: string) => `${name} has no public key on the curve P-256 for signing. Give a JWK Set or a JWK.`,
    'no-point': (name: string) => `${name} has a damaged key: it is not a point of the curve P-256.`,
    time: (name: string) => `${name} has a key with an invalid time: write "usedFrom" like 2026-11-22T10:00:00.000Z.`,
    kid: (name: string) => `${name} has a key whose "kid" is not its thumbprint: one of the two was changed.`,
    'twice-times': (name: string) => `${name} has the same key twice, with different times of use.`,
    'log-keys': (name: string) => `${name} has "logKeys" that are no list of log keys.`,
    'log-key': (name: string) => `${name} has a damaged log key: the form in "logKeys" is <name>+<hash>+<key>.`,
  } satisfies Readonly<Record<KeyFaultCode, (name: string, member: string) => string>>,
  /** Stands before a sentence that exists in English alone; empty in English. */
  onlyEnglish: '',
  tools: {
    heading: 'How to check it with other tools',
    only: 'Save only the document, byte for byte:',
    save: (file: string) => `Save ${file}`,
    command: 'The command line of the register:',
    library:
      'Any library for JSON Web Signatures: the file is a flattened JWS (RFC 7515) without `payload`. The payload is the member `statement` as canonical JSON (RFC 8785) in base64url. The signature is ES256. `docs/evidence-format.md` of the register has all the rules.',
    thumbprint: (thumbprint: string, kid: string) =>
      `The thumbprint of the key (RFC 7638) is \`${thumbprint}\`, as \`kid\` \`${kid}\`. Compare it with the thumbprint that the register publishes.`,
    issued: (time: string) => `The document was issued on ${time}.`,
  },
};

/** All that the verifying page says beside the words about evidence. */
export type VerifyWords = typeof english;
