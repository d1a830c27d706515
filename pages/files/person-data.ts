import * as v from 'valibot';
import { ConsentRecord } from '../../shared/consents/record.ts';
import { endStates, statesInWords } from '../../shared/consents/state.ts';

const noted = (place: string, what: string, more: Readonly<Record<string, string>> = {}) => ({
  [place]: `${what} null where nothing was noted.`,
  [`${place}.time`]: 'When the call came, in ISO 8601.',
  [`${place}.userId`]: 'Number of the user of the register who called: usually the site itself.',
  ...more,
  [`${place}.sourceIp`]:
    'Internet address of the caller, which is often the server of the site. null where it was erased.',
  [`${place}.userAgent`]: 'What the program of the caller called itself. null where it was erased.',
  [`${place}.requestId`]: 'Number of the request.',
});

/** The same of a consent, which its mailbox may have confirmed. */
const notedOfConsent = (place: string, what: string) =>
  noted(place, what, {
    [`${place}.userId`]:
      'Number of the user of the register who called: usually the site itself. Absent where the mailbox confirmed.',
    [`${place}.mailbox`]:
      'The mail whose link somebody used. Whoever reads the mailbox may have pressed the button. Absent where a user called.',
    [`${place}.mailbox.userId`]: 'Number of the user of the register who asked for the mail.',
    [`${place}.mailbox.askedAt`]: 'When they asked, in ISO 8601.',
    [`${place}.mailbox.mailedAt`]: 'When the register handed the mail over. null where it does not know.',
    [`${place}.mailbox.userActivated`]: 'Whether the browser said that an act of its user pressed the button.',
  });

/** The same of a revocation, for which nobody need be a user. */
const notedOfRevocation = (place: string, what: string) =>
  noted(place, what, {
    [`${place}.userId`]:
      'Number of the user of the register who called: usually the site itself. Absent where somebody called through a link.',
    [`${place}.link`]:
      'The link through which somebody called. Whoever has a link may call. Absent where a user called.',
    [`${place}.link.key`]: 'Of which kind the value is that the link was made for.',
    [`${place}.link.userId`]: 'Number of the user of the register who asked for the link.',
    [`${place}.link.day`]: 'The day of that, UTC.',
  });

const ofRecord = Object.fromEntries(
  Object.entries(ConsentRecord.entries).map(([name, schema]) => [
    `consents[].record.${name}`,
    v.getDescription(schema) ?? '',
  ]),
);

const ofTimes = Object.fromEntries(
  Object.values(endStates).map(({ moment, when }) => [`consents[].times.${moment}`, `${when}.`]),
);

const ofConsents = {
  consents: 'Every consent, the newest first.',
  'consents[].record':
    'The consent as the interface of the register answers it: what the site sent, and when it was recorded. Times are UTC.',
  ...ofRecord,
  'consents[].projectName': 'Name of the site or app. null where the account no longer has it.',
  'consents[].notice': 'The version of the notice that was agreed to. Its text is in texts, by versionId and lang.',
  'consents[].notice.pid': 'Number of the notice, the same for all of its versions.',
  'consents[].notice.name': 'Name by which the account knows the notice.',
  'consents[].notice.version': 'Number of the version, from 1.',
  'consents[].notice.versionId': 'Id of the version.',
  'consents[].notice.sha256':
    'Fingerprint of all that the version says, as the consent has kept it since it was given.',
  'consents[].notice.isUnchanged': 'Whether the text that is stored now has the same fingerprint.',
  'consents[].state': `How it stood when this file was made: ${statesInWords}.`,
  'consents[].since': 'Since when it stood so, in ISO 8601.',
  'consents[].times': 'The moments that decide how it stands, in ISO 8601; null for what does not come.',
  'consents[].times.given': 'When the consent was given.',
  ...ofTimes,
  'consents[].times.ends': 'When it ceases to be in force, as far as is known.',
  ...notedOfConsent('consents[].observed', 'What the register noted when the consent was given;'),
  ...notedOfRevocation('consents[].revocationObserved', 'What the register noted when it was revoked;'),
  'consents[].imported': 'Where an imported consent comes from; null where the register recorded it itself.',
  'consents[].imported.source': 'Name of the source.',
  'consents[].imported.line': 'Line of its file, from 1.',
  'consents[].imported.time': 'When it was imported, in ISO 8601.',
  ...noted('consents[].imported.observed', 'What the file said that another register noted when it was given;'),
  ...notedOfRevocation(
    'consents[].imported.revocationObserved',
    'What the file said that another register noted when it was revoked;',
  ),
};

const ofTexts = {
  texts: 'The texts that were agreed to, each version in each language that was agreed to.',
  'texts[].pid': 'Number of the notice.',
  'texts[].name': 'Name by which the account knows the notice.',
  'texts[].version': 'Number of the version.',
  'texts[].versionId': 'Id of the version, as consents name it.',
  'texts[].publishedAt': 'When it was published, in ISO 8601.',
  'texts[].lang': 'Language, by its code of ISO 639-3.',
  'texts[].title': 'Title. null where the version has none in this language.',
  'texts[].descriptionHtml': 'The text, as HTML. null where the version has none in this language.',
  'texts[].languages': 'Languages that the version has a text in.',
  'texts[].validityDays': 'Days for which a consent holds; 0 is without limit.',
  'texts[].retentionDays': 'Days for which a consent is kept after its end; null where the version does not say.',
  'texts[].controller': 'Who is responsible; null where the version does not say.',
  'texts[].purposes': 'What data is used for; null where the version does not say.',
  'texts[].recipients': 'Who receives data; null where the version does not say.',
};

/** What each member of data.json means, by its place in it. */
export const explanation: Readonly<Record<string, string>> = {
  explanation: 'What each member means, by its place.',
  leftOut: 'What is not in this file, and why.',
  madeAt: 'When this file was made, in ISO 8601.',
  account: 'Whose register it is.',
  askedFor: 'What was looked for: key and value, as values are compared. A consent must have all of it.',
  ...ofConsents,
  ...ofTexts,
  notices: 'How the consents to each notice stood.',
  'notices[].pid': 'Number of the notice.',
  'notices[].notice': 'Name by which the account knows the notice.',
  'notices[].state': 'active where one consent to it is in force; otherwise as the one that was in force last.',
  'notices[].since': 'Since when, in ISO 8601.',
  'notices[].until': 'Until when, as far as is known; absent where nothing ends it, or it is not in force.',
  'notices[].consents': 'How many consents to it there are.',
  values: 'Every value that the consents hold.',
  'values[].key': 'Its key.',
  'values[].label': 'What its field was called, where the site said so.',
  'values[].value': 'The value, as it was sent.',
  'values[].consents': 'How many consents hold it so.',
};

/** What data.json says of what it does not have. */
export const leftOut =
  'What is about other people: names of users of the register and of those who publish texts or import consents, and the sessions of users. What the register does not know: see the page beside this file.';
