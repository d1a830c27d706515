import type { GapWords } from '../page-words.ts';

export const englishGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'The text of the version is gone. Nobody can show what the person agreed to.',
      mend: 'The operator restores the table from a backup.',
    },
    'text-changed': {
      says: 'The text that is stored is not the one that was agreed to: its SHA-256 is another.',
      mend: 'The operator restores the text from a backup, and finds out who changed the table.',
    },
    erased: {
      says: 'What was personal in it was erased. The register cannot show any more who agreed, and how.',
      mend: 'Nothing is to be done: it was erased on purpose.',
    },
    imported: {
      says: 'It was imported. The register was not there when it was given, and observed nothing.',
      mend: 'The site records its consents with this register itself.',
    },
    'version-naming-unknown': {
      says: 'It is not known whether the site named the version that it showed. The register did not keep this then, or the consent was imported.',
      mend: 'The site sends the id of the version that it showed as consentInformationVersionId. The register keeps that it did.',
    },
    'version-named-by-pid': {
      says: 'The site named the notice by its PID, and so not the version that it showed. The register took the version that was current.',
      mend: 'The site sends consentInformationVersionId: the id that information/get answers with the text.',
    },
    'version-not-current': {
      says: 'Another version of the notice was the current one when the consent was given.',
      mend: 'The site asks for the notice every few minutes. Where a form shows an older version, it shows the form anew.',
    },
    'language-without-text': {
      says: 'The version has no text in the language that the site named.',
      mend: 'The site sends as lang the language of the text that it showed. Or the operator publishes a version with a text in this language.',
    },
    'form-unknown': {
      says: 'The proof does not show what the person saw and did.',
      mend: 'The site sends the form as it was shown as proof[html], or the text of the mail as proof[mail].',
    },
    'page-unknown': {
      says: 'The proof does not say on which page the person agreed.',
      mend: 'The site sends the address of the page, or of the screen of the app, as proof[url].',
    },
    'browser-unknown': {
      says: 'Nothing tells from where the person agreed. No browser called the register: it saw the server of the site at most.',
      mend: 'The site sends the address and the user agent of the person’s own request as proof[ip_address] and proof[user_agent]. One of them is enough.',
    },
    'email-unconfirmed': {
      says: 'Nothing shows that the mailbox is the person’s: anybody could have typed this email address.',
      mend: 'The site asks for a confirmation by mail (double opt-in) before it records the consent, and sends when it came as proof[email_confirmed_at].',
    },
    'person-unidentified': {
      says: 'The data tell nobody apart: there is a name at most, and others may have it too.',
      mend: 'The site sends an email address, a telephone number, a tax code or a number of its own in userData.',
    },
  },
  languages: (named, has) => `It named ${named}; the version has ${has}.`,
  none: 'Nothing that the register looks for is missing.',
  heading: 'What would make it stronger',
  remark:
    'The register looks for signs that make a consent stronger as evidence. This list does not say whether the consent is lawful.',
};
