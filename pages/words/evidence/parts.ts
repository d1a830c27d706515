import { timeRule } from '../../../shared/evidence/time-span.ts';
import type { HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import type { EnglishWriting } from './verifier-wording-words-english-writing.ts';

export const englishMarkup: MarkupWords = {
  looks: (name) => `How ${name} looks`,
  source: (name) => `Source of ${name}`,
  asWritten: 'As it is written',
  leftOut: (list) =>
    list === ''
      ? 'Nothing was left out. Fields cannot be used.'
      : `Left out, so that nothing runs or is loaded: ${list}. Fields cannot be used.`,
  tooLong: 'It is too long or too deeply nested to be shown as it looked.',
};

export const newEnglishParts = ({ time: write }: EnglishWriting): PartWords => ({
  given: 'Who, when and how',
  said: 'What the site said',
  saidRemark: 'The register stored it as it came. It cannot know whether it is true.',
  person: 'Of the person',
  observed: 'What the register observed',
  observedRemark:
    'The register noted this when it received the call. The address and the program are the caller’s. Often the caller is the server of the site. Names are those at the time of issue.',
  origin: 'Where it comes from',
  importRemark: 'The consent was imported. The register did not observe how it was given.',
  elsewhere: 'What another register observed, according to the imported file',
  elsewhereRevoked: 'The same for the revocation',
  text: 'The text that was agreed to',
  textOfImport: 'The text that the import named',
  ofText: 'What is known about this text',
  otherText: 'The text is not the one that was agreed to: its hash differs.',
  proof: 'The proof',
  proofRemark: 'As the site sent it. Invisible characters are written as \\u{…}.',
  revocation: 'The revocation',
  proofOfRevocation: 'Proof of the revocation',
  timeline: 'What happened',
  erasure: 'The erasure',
  erasedOn: (time) =>
    `The personal data in the consent was erased on ${write(time)} UTC: the values of the person, the proofs, addresses and programs. What is left shows that there was a consent, and how it ended.`,
});

export const newEnglishTexts = ({ number }: EnglishWriting): TextWords => ({
  theText: 'the text',
  source: 'Source of the text',
  none: 'There is no text in this language.',
  in: 'In',
  others: 'The same version in other languages',
  folded: (name, characters) => `${name} (${number(characters)} characters)`,
});

export const englishHistory: HistoryWords = {
  heading: 'Versions of the notice',
  columns: {
    version: 'Version',
    published: 'Published (UTC)',
    by: 'By',
    until: 'Current until',
    askAgain: 'Asks again',
  },
  agreedTo: (version) => `${version} (agreed to)`,
  current: 'current when this was issued',
};

export const newEnglishQuestion = ({ time: write }: EnglishWriting): QuestionWords => ({
  heading: 'Whether the consent was in force',
  label: 'At another time (UTC), such as 2026-11-22 or 2026-11-22T14:30',
  rule: timeRule,
  remark: (issuedAt) =>
    `“Now” is the moment when the document was issued, ${write(issuedAt)} UTC. The document does not know what happened later. All times are UTC.`,
});
