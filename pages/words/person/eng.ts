import type { ReceivedBy } from '../../../shared/consents/arrival.ts';
import type { ConsentState } from '../../../shared/consents/state.ts';
import type { Channel } from '../../../shared/schema/vocabulary.ts';

/** What the page of a person says in English. Words in braces stand for what is filled in. The other languages must have the same. */
export const eng = {
  title: 'Your consents at {account}',
  intro:
    'You asked what is held about you. This page has everything that the consent register of {account} held about you on {time} (Articles 15 and 20 of the GDPR).',
  askedFor: 'Searched for: {values}. Consents that do not have this are not here.',
  machine: 'The file data.json has the same for computers. You do not need to open it.',
  utc: 'All times are UTC (world time).',
  parts: {
    letter: 'A message from {account}',
    glance: 'Your consents at a glance',
    values: 'What is held about you',
    consents: 'Each consent, the newest first',
    texts: 'The texts that you agreed to',
    rights: 'Your rights',
    missing: 'What this page does not say',
  },
  stands: '{state} since {time}',
  standsUntil: '{state} since {time}, until {until}',
  next: 'then',
  states: {
    active: 'In force',
    revoked: 'Revoked',
    expired: 'Expired',
    superseded: 'Superseded by a later version',
    erased: 'Erased',
  } satisfies Readonly<Record<ConsentState, string>>,
  keys: {
    email: 'Email',
    phone: 'Telephone',
    mobile_phone: 'Mobile phone',
    tax_code: 'Tax number',
    first_name: 'First name',
    last_name: 'Last name',
  },
  channels: {
    web: 'on a website',
    'web.form': 'with a form on a website',
    'web.social.login': 'by signing in through a social network',
    email: 'by email',
    'app.form': 'with a form in an app',
  } satisfies Readonly<Record<Channel, string>>,
  received: {
    telephone: 'by telephone',
    letter: 'by letter',
    'in-person': 'in person',
    fax: 'by fax',
    other: 'in another way',
  } satisfies Readonly<Record<ReceivedBy, string>>,
  orOtherwise: '(or in another way: the proof is erased)',
  notedHow: '{how}, as {account} noted (user {user})',
  notedInFile: '{how}, as the other system said',
  consent: '{notice}, version {version}',
  given: 'Given',
  how: 'How',
  language: 'Language of the text',
  project: 'Site or app',
  id: 'Number of the consent',
  text: 'Text',
  readText: 'Read the text that you agreed to',
  otherText: 'Careful: the text that is stored now is not the one that you agreed to.',
  withdrawn: 'Revoked',
  withdrawnHow: 'How it was revoked',
  ends: 'Ends',
  ended: 'Ended',
  erased: 'Your data in this consent, and its proof, were erased on {time}.',
  said: 'What the site sent about you',
  noted: 'What the register noted when it was given',
  notedWithdrawal: 'What the register noted when it was revoked',
  notedRemark:
    'Address and program are those of the caller of the register, often the server of the site, not your device.',
  imported:
    'This consent was brought here from another system ({source}, line {line}) on {time}. The register was not there when it was given.',
  elsewhere: 'What the other system had noted when it was given',
  elsewhereWithdrawal: 'What the other system had noted when it was revoked',
  time: 'Time',
  address: 'Internet address',
  program: 'Program',
  user: 'User of the register (number)',
  request: 'Number of the request',
  none: 'none',
  proof: 'The proof that you agreed',
  proofOfWithdrawal: 'The proof that you revoked it',
  beside: 'It is long, so it is in a file beside this page: {file}',
  looks: 'How it looked: {name}',
  asWritten: 'As it is written',
  source: 'As it is written: {name}',
  leftOut: 'So that nothing runs or is loaded, this was left out: {list}. Fields cannot be used.',
  nothingLeftOut: 'Fields cannot be used.',
  tooLong: 'It is too long or too deep to be shown as it looked.',
  published: 'Published',
  validity: 'A consent holds',
  retention: 'It is kept',
  days: '{days} days',
  daysAfterEnd: '{days} days after it has ended',
  noLimit: 'without limit',
  notSaid: 'the text does not say',
  controller: 'Responsible',
  purposes: 'What for',
  recipients: 'Who receives data',
  noText: 'This version has no text in {language}. It is not known which text you saw.',
  rights: {
    withdraw:
      'You can revoke a consent at any time, as easily as you gave it (Article 7, which says: withdraw). What was done before stays lawful.',
    correct:
      'You can ask {account} to correct your data, to erase it or to restrict its use, and you can object to its use (Articles 16, 17, 18 and 21).',
    move: 'You can give the file data.json to somebody else (Article 20).',
    complain:
      'You can complain to a supervisory authority for data protection, such as that of the country where you live or work (Article 77).',
  },
  missing:
    'The register knows your consents and nothing else. It does not know what else {account} holds about you; nor, where no text above says it, what your data is used for, who receives it, how long it is kept, where it comes from, whether it leaves the European Union, or whether machines decide about you. Article 15 gives you a right to know this as well: {account} tells you this separately.',
  closing:
    'This page is a copy. It runs nothing and sends nothing. It holds your personal data: keep it where nobody else reads it.',
};

/** What the page says in one language. */
export type PersonWords = typeof eng;
