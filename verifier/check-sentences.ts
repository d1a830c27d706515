import type { Message, MessageCode, MessageFacts, NamedCheckpoint, NamedTree, ReportedEvent } from './verification.ts';

/** The sentences of checks. */
type TechnicalChecks = { readonly [Code in MessageCode]: (facts: MessageFacts[Code]) => string };

/** A number of leaves. */
const leaves = (size: number): string => `${size} ${size === 1 ? 'leaf' : 'leaves'}`;

const what = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'the revocation';
  if (event === 'consent.erased') return 'what is left of the erased consent';
  if (event !== 'notice.published') return 'the consent';
  return version === null
    ? 'the publication of a notice version'
    : `the publication of version ${version} of the notice`;
};

const tree = ({ size, source }: NamedTree): string =>
  source === null
    ? `the tree of ${leaves(size)} in the document`
    : `the tree of ${leaves(size)} that you kept (${source})`;

const named = {
  version: 'By its file, the site had named the version by its id.',
  pid: 'By its file, the site had named the notice by its number (PID), which means the version that was current then.',
} as const;

const contents = {
  proof: 'the proof',
  userData: 'the values of the person',
  revokeProof: 'the proof of the revocation',
} as const;

const head = ({ size, time }: { readonly size: number; readonly time: string }): string =>
  `the checkpoint of ${leaves(size)} of ${time}`;

const kept = ({ source, size, time }: NamedCheckpoint): string =>
  `The checkpoint that you kept (${source}, ${leaves(size)}, ${time})`;

const unproved = (event: ReportedEvent): string => `The document does not prove that the log has ${what(event)}.`;

const whyLate = 'The log was late, or the record was put into the register later than it says.';

const damaged = "The register's table is damaged.";

/** What checks say: in English alone, with the times that they are given, the same on pages of every language and in commands. */
export const technicalChecks: TechnicalChecks = {
  'json-ok': () => 'The file is JSON in UTF-8.',
  'page-ok': () => 'The document was extracted from a page. Nothing else on the page was checked.',
  'json-not': () =>
    'The file is not JSON in UTF-8, or not a page with exactly one intact document: it is damaged, or it is something else.',
  'json-large': ({ bytes, depth }) =>
    `The file has more than ${bytes.toLocaleString('en')} bytes, or nests more than ${depth} objects and lists in each other. No document does.`,
  'canonical-ok': () => 'The file is in the only form that is allowed (canonical JSON).',
  'canonical-none': () => 'The file has a text or a number that canonical JSON cannot hold.',
  'canonical-differs': ({ at }) =>
    `At character ${at} the file is not in the only form that is allowed (canonical JSON). It has a space or a line end, another escape, another order, a member twice, or another form of a number.`,
  'document-ok': () => 'The document has all members of its format, and no others.',
  'document-none': () => 'The file is not an evidence document: it has no statement.',
  'document-member': ({ member }) =>
    `${member === null ? 'The statement' : `"${member}"`} is missing, does not belong into a document, or does not have the form that the format requires.`,
  'document-newer': ({ given, format }) =>
    `The statement has the format "${given}", but this verifier knows only "${format}". Use a newer verifier, such as the one of the register that signed it.`,
  'header-ok': () => 'The protected header is valid and names the key that it contains.',
  'header-other': () =>
    'The protected header is not valid: it is damaged, names another way of signing, has no usable key, or does not name the key that it contains.',
  'signature-ok': () => 'The key in the header made this signature, for exactly this statement.',
  'signature-other': () => 'No valid key in the header made this signature for this statement.',
  'contents-ok': () => 'The proofs and the values of the person are those that the leaves have the hashes of.',
  'contents-erased': () => 'The consent was erased: no proof and no values of the person are left.',
  'contents-other': ({ content }) =>
    `The leaves do not have the hash of ${contents[content]} in this document: it is another one, is missing, or should not be here.`,
  'text-ok': () =>
    'The text is the one that was agreed to: it has the hash and the terms that the leaves of the consent and of its version have.',
  'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
    const how = namedBy === null ? 'How the notice was named is not known.' : named[namedBy];
    const [published, when] = [`The version was published at ${publishedAt}`, `given at ${given}`];
    const rest = isBefore
      ? `${published}, before the consent was ${when}. That the person agreed to this text is the word of the import.`
      : `${published}, after the consent was ${when}: the person cannot have read this version. Only the import says that they agreed to the same text.`;
    return `The text is the one that the import named: it has the hash that the leaves of the consent and of its version have. ${how} ${rest}`;
  },
  'text-gone': () =>
    'The register no longer has the text that was agreed to. This document proves its hash, but not its words.',
  'text-other': () =>
    `The text in this document is not the one that was agreed to: it does not have the hash that the leaves of the consent and of its version have. ${damaged}`,
  'text-terms': () =>
    `The version and its text state different languages or terms: days of validity, days of retention, or whether people are asked again. ${damaged}`,
  'language-ok': () => 'The version has a text in the language of the consent.',
  'language-none': ({ lang }) =>
    `The version has no text in the language of the consent (${lang}). What the person read is not known.`,
  'versions-ok': ({ count }) =>
    `The notice has ${count === 1 ? 'one version' : `versions 1 to ${count} without a gap, and each ended the one before it`}. Only the log can show that there was no later one.`,
  'versions-other': () =>
    'The versions are not those of one notice of the account, or the version that was agreed to is not once among them.',
  'versions-gap': () =>
    `The versions have a gap, or one that did not end the one before it, or are not of the notice that the consent names. ${damaged}`,
  'events-ok': ({ issuedAt }) =>
    `The events are of one consent, with their observations, and in order. The document was issued after them, at ${issuedAt}, with the names of that time.`,
  'events-other': () =>
    'The events and the names of users are not those of one consent, or disagree about whether it was imported.',
  'events-order': () =>
    'By its own times, the document was issued before what it tells, or the consent ended before it was given.',
  'events-id': ({ ofId, given }) =>
    `The id of the consent has the time ${ofId}, but it was given at ${given}. One of the two was changed in the register's table.`,
  'events-unobserved': () =>
    'What the register observed of the consent or the revocation is missing, although it was not imported.',
  'events-later': ({ issuedAt }) =>
    `The time of issue, ${issuedAt}, is later than the clock of this machine. One of the two is wrong.`,
  'signer-known': ({ kid, source }) => `The key ${kid} is known from ${source}.`,
  'signer-without-key': ({ thumbprint }) =>
    `The signer is unknown: you gave no key. The document has its own key, with the thumbprint ${thumbprint}, but anybody can make a key.`,
  'signer-other': ({ thumbprint, source }) =>
    `The signer is unknown: the key with the thumbprint ${thumbprint} is not from ${source}. Anybody can make a key.`,
  'key-without-times': ({ source, issuedAt }) =>
    `You know the key from ${source}, which does not say when it was in use. Judge whether it was in use at ${issuedAt}.`,
  'key-in-use': ({ from }) => `The key was in use when the document was issued: from ${from}.`,
  'key-not-in-use': ({ issuedAt, from }) =>
    `The document was issued at ${issuedAt}, but the key was in use only from ${from}.`,
  'log-none': () =>
    'No log proves this document. It shows what the register said at the time of issue, but not since when. Anybody can remove the log from a document: if you kept a checkpoint, ask the register for a document with its log.',
  'log-form': () =>
    'The member "log" does not have the form that the format requires: it is damaged, or gives a leaf a place or a tree that cannot be.',
  'log-has': ({ event, index, ...of }) =>
    `The log has ${what(event)} as this document has it: leaf ${index} in ${head(of)}.`,
  'log-lacks': ({ event }) =>
    `The log does not have ${what(event)} as this document has it: either it was changed after it was logged, or the proof was changed.`,
  'log-not-yet': ({ event }) =>
    `${unproved(event)} It need not: the log adds what is new a little later, and a version that is older than the one that was agreed to cannot end the consent.`,
  'log-two-histories': ({ one, other }) =>
    `The log has two histories: ${tree(one)} and ${tree(other)} cannot both be of a log that only grows, and its key signed both. Keep the document and all checkpoints.`,
  'missing-due': ({ event, after }) =>
    `${unproved(event)} The document was issued more than ${after === 'hour' ? 'an hour' : '24 hours'} later, so the log should have it. It was not logged, or its proof was removed.`,
  'checkpoint-ok': ({ log, stamps, ...of }) => {
    const signed = `The key of the log ${log} signed ${head(of)}.`;
    if (stamps === 0) return signed;
    return `${signed} It has ${stamps === 1 ? 'a time stamp' : `${stamps} time stamps`} (RFC 3161), not verified here: use \`openssl ts -verify\` (docs/log.md, Anchors and time stamps).`;
  },
  'checkpoint-damaged': () =>
    'A checkpoint of the document is damaged, is of another log, or is not in the order of their sizes.',
  'checkpoint-unsigned': (of) => `The key of the log did not make both signatures of ${head(of)}.`,
  'checkpoint-unchecked': (of) => `This browser cannot check whether the log signed ${head(of)}. A newer browser can.`,
  'checkpoint-time': (of) =>
    `The time of ${head(of)} cannot be right: it is later than the clock of this machine, or earlier than that of a smaller tree. It proves no time.`,
  'log-key-ok': ({ source }) => `You know the key of the log from ${source}.`,
  'log-key-other': ({ source }) =>
    `${source} does not name the log of this document. Anybody can make a log, and it may differ from the register's log.`,
  'log-late': ({ event, logged, happened }) =>
    `The log is known to have ${what(event)} only since ${logged}, although its own time is ${happened}. ${whyLate}`,
  'log-early': ({ event, happened, ...of }) =>
    `The log has ${what(event)} in ${head(of)}, but that is later: ${happened}. One of the two times is wrong.`,
  'kept-has': ({ kept: one, event }) => `${kept(one)} contains ${what(event)}.`,
  'kept-lacks': ({ kept: one, event }) => `${kept(one)} does not contain ${what(event)} as this document has it.`,
  'kept-afterwards': ({ kept: one, event, happened }) =>
    `${kept(one)} is later than ${what(event)} (${happened}) and does not contain it. It came into the log only afterwards. ${whyLate}`,
  'kept-unproved': ({ kept: one, event }) =>
    `${kept(one)} is not proved to contain ${what(event)}. Ask for a document with a proof for ${one.source} (${leaves(one.size)}).`,
  'kept-other-log': ({ kept: one }) =>
    `${kept(one)} was not compared: the key of the document's log did not sign it. It was changed since it was signed, or it is from another log, or the log was started again.`,
  'kept-older': ({ kept: one }) =>
    `${kept(one)} is older than the events in this document, and proves nothing about them.`,
};

/** The sentence of a check. */
export const sayCheck = ([code, facts]: Message): string => {
  const write = technicalChecks[code] as (facts: unknown) => string;
  return write(facts);
};
