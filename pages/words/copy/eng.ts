/** Texts of the dialog that makes a copy for a person. */
export const eng = {
  heading: 'A copy for this person',
  says: (count: string) =>
    `The copy has every consent with the values chosen on this page (${count}): what the person sent, the proofs, what the register observed, the texts, and the person’s rights. It is one ZIP file. Telephones and computers open it: it has a page to read and print, and the same as data for programs.`,
  whose: 'Make sure who asks for it. It must not hold anybody else’s data.',
  areOne: 'All these consents are of the same person',
  confirmOne: 'Look whose the consents are, and confirm it. Or search by one more value.',
  lang: 'Language of the page',
  letter: 'Your own text at the top of the page',
  letterHint:
    'What Article 15 asks you to say and no notice says, such as recipients or transfers. Without it, the page says that you answer this separately.',
  make: 'Make the copy',
  cancel: 'Do not make it',
  progress: (read: string, all: string) => `Read: ${read} of ${all} …`,
  stop: 'Stop',
  stopped: 'You stopped. No copy was made.',
  again: 'Try again',
  incomplete: (read: string, all: string) =>
    `No copy was made, because only ${read} of ${all} consents could be read. These could not:`,
  altered: 'The document that came is not the one that was signed. Try again, and tell the operator if it stays so.',
  tooLarge:
    'No copy was made: this person has more than a browser can hold. Ask the operator for the copy, who makes it with the command person export.',
  nothing: 'No copy was made: there are no consents with these values any more.',
  done: (count: string) => `The copy is complete. Consents in it: ${count}.`,
  save: 'Save the copy',
  saved: 'The browser has saved it as',
  check:
    'Open it before you hand it on: everything in it must be about this person. Hand it on in private, and then delete it.',
  hash: 'SHA-256 of its data.json, to keep with the request',
  further: 'More consents share a value with this person, but lack a value that you chose:',
  atLeast: (count: string) => `at least ${count}`,
  furtherDo: 'Look whose they are. If they are of the same person, make a copy by this value too.',
  notLooked:
    'Whether more consents share a value with this person could not be looked up. Search by the person’s other values yourself.',
  close: 'Close',
  /** Instead, while the copy is not saved. */
  throwAway: 'Close without saving',
  /** To who leaves without choosing that. */
  unsaved: 'The copy is not saved. Save it, or close once more to throw it away.',
} as const;

type Said<Text> = Text extends (...values: infer Values) => string ? (...values: Values) => string : string;
export type CopyWords = { readonly [Name in keyof typeof eng]: Said<(typeof eng)[Name]> };
