import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import type { EnglishWriting } from './verifier-wording-words-english-writing.ts';

export const newEnglishFacts = ({ time: write }: EnglishWriting): FactWords => ({
  names: {
    consent: 'consent',
    account: 'account',
    project: 'project',
    notice: 'notice',
    channel: 'channel',
    language: 'language',
    noticeNamedBy: 'notice named by',
    time: 'time',
    user: 'user',
    address: 'address',
    program: 'program',
    session: 'session',
    request: 'request',
    source: 'source',
    line: 'line',
    imported: 'imported',
    given: 'given',
  },
  notice: ({ name, version, pid }) => `${name}, version ${version} (PID ${pid})`,
  nothingThere: 'There is none.',
  erasedOn: (time) => `Erased on ${write(time)} UTC.`,
  namings: {
    version: 'the id of the version',
    pid: 'its PID, which stands for the version that was current',
  },
  notKnown: 'not known',
  unknownChannel: 'unknown',
  erased: 'erased',
  noProgram: 'none was sent',
  userGone: 'no longer exists',
  time: (time) => `${write(time)} UTC`,
  importedBy: (time, by) => `${write(time)} UTC by ${by}`,
  givenInFile: (time) => `${write(time)} UTC, as the imported file says`,
});

export const newEnglishNotice = ({ time: write }: EnglishWriting): NoticeWords => ({
  names: {
    version: 'version',
    published: 'published',
    notCurrent: 'not current',
    languages: 'languages',
    hash: 'SHA-256',
    check: 'check',
    hashOfVersion: 'SHA-256 of the version',
    hashNow: 'SHA-256 of the text now',
  },
  version: (version, id) => `${version}, id ${id}`,
  published: ({ at, by, until }) =>
    `${write(at)} UTC by ${by}; it ${until === null ? 'was the current one when this was made' : `was current until ${write(until)}`}`,
  notCurrent: 'it was not the current version when the consent was given',
  noHash: 'none',
  checks: {
    gone: 'CANNOT BE CHECKED: the text is gone',
    same: 'the text is the one that was agreed to: its SHA-256 is the same',
    sameAsImported:
      'the text is the one that the import named: its SHA-256 is the same. That the person agreed to this text is what the imported file says',
    publishedLater:
      'THE TEXT WAS PUBLISHED AFTER THE CONSENT WAS GIVEN. The import named it; what the person read is not known',
    other: 'THE TEXT IS NOT THE ONE THAT WAS AGREED TO: its SHA-256 differs',
  },
  gone: 'The text is gone: the table is damaged. Restore it from a backup. To check a copy of the text, compare its SHA-256 with that of the notice.',
  missing: (lang, has) =>
    `The version has no text in the language that the site named, ${lang}; it has ${has}. What the person read is not known.`,
});

export const newEnglishTerms = ({ days, consentType }: EnglishWriting): TermWords => ({
  names: {
    validity: 'validity',
    askAgain: 'asks again',
    retention: 'kept for',
    controller: 'controller',
    purpose: 'purpose',
    recipient: 'recipient',
    personalData: 'personal data',
    processing: 'processing',
    dataSource: 'data source',
    storageLocation: 'stored in',
    storagePeriod: 'stored for',
    processingLocation: 'processed in',
    jurisdiction: 'jurisdiction',
    lawfulBasis: 'lawful basis',
    consentType: 'consent type',
    withdrawal: 'how to revoke',
    right: 'right',
    authority: 'authority',
  },
  noLimit: 'without limit',
  validity: days,
  retention: (count) => `${days(count)} after its end`,
  yes: 'yes',
  no: 'no',
  flags: { optional: 'optional', sensitive: 'sensitive', special: 'special' },
  article: ({ number, paragraph, letter }) =>
    `Article ${number}${paragraph === undefined ? '' : `(${paragraph})`}${letter === undefined ? '' : `(${letter})`} GDPR`,
  consentType,
});
