import type { GapWords } from './page-words.ts';

export const englishGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'The text of the version is gone. Nobody can show what the person agreed to.',
      mend: 'The operator restores the table from a backup.',
    },
    'text-changed': {
      says: 'The stored text is not the one that was agreed to: its SHA-256 differs.',
      mend: 'The operator restores the text from a backup, and finds out who changed the table.',
    },
    erased: {
      says: 'The personal data in it was erased. The register can no longer show who agreed, and how.',
      mend: 'Nothing needs to be done: it was erased on purpose.',
    },
    imported: {
      says: 'It was imported. The register did not observe how it was given.',
      mend: 'The site records its consents directly with this register.',
    },
    'version-naming-unknown': {
      says: 'It is not known whether the site named the version that it showed. The register did not store this at the time, or the consent was imported.',
      mend: 'The site sends the id of the version that it showed as consentInformationVersionId. The register stores that it did.',
    },
    'version-named-by-pid': {
      says: 'The site named the notice by its PID, not by the version that it showed. The register used the version that was current.',
      mend: 'The site sends consentInformationVersionId: the id that information/get answers with the text.',
    },
    'version-not-current': {
      says: 'Another version of the notice was the current one when the consent was given.',
      mend: 'The site asks for the notice every few minutes. If a form shows an older version, the site shows the form again.',
    },
    'language-without-text': {
      says: 'The version has no text in the language that the site named.',
      mend: 'The site sends as lang the language of the text that it showed. Or the operator publishes a version with a text in this language.',
    },
    'form-unknown': {
      says: 'The proof does not show what the person saw and did.',
      mend: 'The site sends the form as it was shown as proof[html], or the text of the email as proof[mail].',
    },
    'page-unknown': {
      says: 'The proof does not say on which page the person agreed.',
      mend: 'The site sends the address of the page, or of the screen of the app, as proof[url].',
    },
    'browser-unknown': {
      says: 'Nothing shows from where the person agreed. No browser called the register: at most it saw the server of the site.',
      mend: 'The site sends the address and the user agent of the person’s own request as proof[ip_address] and proof[user_agent]. One of them is enough.',
    },
    'email-unconfirmed': {
      says: 'Nothing shows that the mailbox is the person’s: anybody could have typed this email address.',
      mend: 'The site asks for a confirmation by email (double opt-in) before it records the consent, and sends the time of the confirmation as proof[email_confirmed_at].',
    },
    'person-unidentified': {
      says: 'The values do not identify the person: there is at most a name, and others may have it too.',
      mend: 'The site sends an email address, a telephone number, a tax code or a number of its own in userData.',
    },
  },
  languages: (named, has) => `It named ${named}; the version has ${has}.`,
  none: 'Nothing that the register looks for is missing.',
  heading: 'What would make it stronger',
  remark:
    'The register looks for signs that make a consent stronger as evidence. This list does not say whether the consent is lawful.',
};
