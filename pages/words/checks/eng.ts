import type { NamedCheckpoint, NamedTree, Saying, ToldEvent } from '../../../verifier/saying.ts';
import type { SinceWords, TechnicalChecks } from './check-words.ts';

/** A number of leaves. */
const leaves = (size: number): string => `${size} ${size === 1 ? 'leaf' : 'leaves'}`;

const what = ({ event, version }: ToldEvent): string => {
  if (event === 'consent.revoked') return 'the revocation';
  if (event === 'consent.erased') return 'what is left of the erased consent';
  if (event !== 'notice.published') return 'the consent';
  return version === null
    ? 'the publication of a notice version'
    : `the publication of version ${version} of the notice`;
};

const tree = ({ size, whence }: NamedTree): string =>
  whence === null
    ? `the tree of ${leaves(size)} in the document`
    : `the tree of ${leaves(size)} that you kept (${whence})`;

const member = (name: string | null): string => (name === null ? 'The statement' : `"${name}"`);

const named = {
  version: 'By its file, the site had named the version by its id.',
  pid: 'By its file, the site had named the notice by its number (PID), which means the version that was current then.',
} as const;

const sources = {
  checkpoint: 'the first checkpoint of this document that contains it',
  kept: 'the checkpoint that you kept: the document has no earlier one',
} as const;

const wrong = 'One of the two times is wrong.';

const head = ({ size, time }: { readonly size: number; readonly time: string }): string =>
  `the checkpoint of ${leaves(size)} of ${time}`;

const kept = ({ whence, size, time }: NamedCheckpoint): string =>
  `The checkpoint that you kept (${whence}, ${leaves(size)}, ${time})`;

const unproved = (told: ToldEvent): string => `The document does not prove that the log has ${what(told)}.`;

const whyLate = 'The log was late, or the record was put into the register later than it says.';

/** What checks say: in English alone, with times in ISO 8601, the same on pages of every language and in commands. */
export const technicalChecks: TechnicalChecks = {
  'page-extracted': () => 'The document was extracted from a page. Nothing else on the page was checked.',
  'page-broken': () => 'The page does not contain exactly one intact document.',
  'json-ok': () => 'The file is JSON in UTF-8.',
  'json-mark': () => 'The file begins with a byte order mark, which is not allowed.',
  'json-deep': ({ most }) => `The file nests more than ${most} objects and lists in each other.`,
  'json-not': () => 'The file is not JSON: it is damaged, or it is not a document.',
  'json-surrogate': () => 'The text has half of a surrogate pair, which UTF-8 cannot hold.',
  'json-not-utf8': () => 'The file is not UTF-8: it is damaged, or it is not a document.',
  'json-large': ({ bytes }) => `The file has more than ${bytes.toLocaleString('en')} bytes. No document is that large.`,
  'canonical-ok': () => 'The file is in the only form that is allowed (canonical JSON).',
  'canonical-cannot': () => 'The file has a text or a number that canonical JSON cannot hold.',
  'canonical-around': () => 'There is a space or a line end before or after the document.',
  'canonical-differs': ({ at }) =>
    `At character ${at} the file is not in the only form that is allowed (canonical JSON). It has a space, another escape, another order, a member twice, or another form of a number.`,
  'document-ok': () => 'The document has a header, a signature and a statement.',
  'document-members': ({ members, optional }) =>
    `The document must have the members ${members.join(', ')}, optionally ${optional}, and no others.`,
  'document-none': () => 'The file is not an evidence document: it has no statement.',
  'header-ok': () => 'The protected header is valid and names the key that it contains.',
  'header-damaged': () =>
    'The protected header is not valid for a document: it is damaged, or names another way of signing.',
  'header-form': () => 'The protected header is not written in the only form that is allowed.',
  'header-other-key': () =>
    'The protected header names another key than it contains: "kid" is not the thumbprint of "jwk".',
  'header-no-key': () => 'The protected header has no usable key: it is not a point of the curve P-256.',
  'signature-ok': () => 'The key in the header made this signature, for exactly this statement.',
  'signature-form': () => 'The signature is not 64 bytes in base64url without spare bits.',
  'signature-unchecked': () => 'The signature cannot be checked, because the protected header is not valid.',
  'signature-other': () => 'The key in the header did not make this signature for this statement.',
  'hash-ok': ({ part }) => `The part "${part}" matches its hash.`,
  'hash-other': ({ part }) => `The part "${part}" does not match its hash: the part or the hash was changed.`,
  'only-signature': () =>
    'Every part matches its hash. Either the signature or the header was changed, or somebody changed a part and computed its hash again.',
  'members-ok': () => 'The statement has all members of the format, and no others.',
  'members-newer': ({ given, format }) =>
    `The statement has the format "${given}", but this verifier knows only "${format}". Use a newer verifier, such as the one of the register that signed it.`,
  'member-unknown': (of) => `${member(of.member)} is a member that the format does not have.`,
  'member-missing': (of) => `${member(of.member)} is missing.`,
  'member-form': (of) => `${member(of.member)} does not have the form that the format requires.`,
  'member-inexact': (of) => `${member(of.member)} is not a whole number that every program reads exactly.`,
  'record-ok': () => 'The record names the same consent, project, version, language and channel as the other parts.',
  'record-other': () =>
    'The record and the other parts name different consents, projects, versions, languages or channels.',
  'record-times-ok': () => 'The record has the same times as the other parts, to the second.',
  'record-times-other': () => 'The record and the other parts have different times, or disagree about the revocation.',
  'erased-not': () => 'The consent was not erased.',
  'erased-ok': () => 'The consent was erased: no proof and no values of the person are left.',
  'erased-left': () => 'The consent was erased, but its proof or the values of the person are still there.',
  'record-notice-ok': () => 'The record names the notice that its version belongs to.',
  'record-notice-other': (of) =>
    `The record names notice ${of.named}, but its version belongs to notice ${of.pid}. The register's table is damaged.`,
  'id-time-ok': () => 'The id of the consent has the time at which it was given.',
  'id-time-other': ({ ofId, ofRecord }) =>
    `The id of the consent has the time ${ofId}, but its record has ${ofRecord} (UTC). One of the two was changed in the register's table.`,
  'origin-imported': () => 'The consent was imported: this register did not observe how it was given.',
  'origin-own': () => 'The consent was not imported.',
  'origin-both': () => 'The consent was imported, but the document says that this register observed it too.',
  'observed-times-ok': () => 'Each observation has the same time as the consent or the revocation.',
  'observed-times-other': () =>
    'An observation has a different time from the consent or the revocation that it belongs to.',
  'revoked-not': () => 'Nobody revoked the consent.',
  'revoked-ok': () => 'The consent was revoked, and the document has the revocation and its time.',
  'revoked-half': () => 'The document has a revocation without a time, or a time without a revocation.',
  'observed-import': () => 'The consent was imported: no observation by this register is required.',
  'observed-ok': () => 'The document has what the register observed.',
  'observed-missing': () =>
    'What the register observed of the consent or the revocation is missing, although the consent was not imported.',
  'notice-hash-none': () => 'The document has no text, and states no hash computed from it.',
  'notice-hash-ok': () => 'The text in this document has the stated hash.',
  'notice-hash-other': () =>
    'The text in this document does not have the stated hash, or the statement is wrong about whether the hashes agree.',
  'history-ok': () => 'The version agrees with the history of its notice.',
  'history-other': () => 'The version does not agree with the history of its notice.',
  'versions-ok': ({ count }) =>
    `The history has ${count === 1 ? 'one version' : `versions 1 to ${count}`} without a gap, and each ended the one before it. Only the log can show that there was no later one.`,
  'versions-gap': () =>
    "The history of the notice has a gap, or a version that did not end the one before it. The register's table is damaged, or a version was being published.",
  'text-ok': () =>
    'The text is the one that was agreed to: it matches the hashes stored with the consent and with its version.',
  'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
    const how = namedBy === null ? 'How the notice was named is not known.' : named[namedBy];
    const [published, when] = [`The version was published at ${publishedAt}`, `given at ${given}`];
    const rest = isBefore
      ? `${published}, before the consent was ${when}. That the person agreed to this text is the word of the import.`
      : `${published}, after the consent was ${when}: the person cannot have read this version. That she agreed to the same text is the word of the import.`;
    return `The text is the one that the import named: it matches the hashes stored with the consent and with its version. ${how} ${rest}`;
  },
  'text-gone': () =>
    'The register no longer has the text that was agreed to. This document proves its hash, but not its words.',
  'text-other-version': () =>
    'The text matches the hash stored with the consent, but not the hash stored with its version.',
  'text-other': () =>
    'The text in this document is not the one that was agreed to: it does not match the hash stored with the consent.',
  'text-not-compared': () => 'Not compared, because the register no longer has the text.',
  'language-ok': () => 'The version has a text in the language of the consent.',
  'language-none': ({ lang }) =>
    `The version has no text in the language of the consent (${lang}). What the person read is not known.`,
  'terms-ok': () => 'The version and its text state the same languages and terms.',
  'terms-other': () =>
    "The version and its text state different languages or terms: days of validity, days of retention, or whether people are asked again. The register's table is damaged.",
  'times-ok': () => 'The times agree with the consent, its version, its revocation and its erasure.',
  'times-other': () => 'The times do not agree with the consent, its version, its revocation and its erasure.',
  'state-ok': () => 'The state at the time asked about follows from the times.',
  'state-other': () => 'The state at the time asked about does not follow from the times.',
  'state-now-ok': () => 'The state at the time of issue follows from the times.',
  'state-now-other': () => 'The state at the time of issue does not follow from the times.',
  'issued-ok': () =>
    'The statement was issued after the consent was given. Names of the account, the project, the notice and users are those of the time of issue.',
  'issued-early': () => 'By its own times, the statement was issued before the consent was given.',
  'issued-at': ({ time }) => `The statement was issued at ${time}.`,
  'issued-later': ({ time }) =>
    `The time of issue, ${time}, is later than the clock of this machine. One of the two is wrong.`,
  'signer-known': ({ kid, whence }) => `The key ${kid} is known from ${whence}.`,
  'signer-without-key': ({ thumbprint }) =>
    `The signer is unknown: you gave no key. The document has its own key, with the thumbprint ${thumbprint}, but anybody can make a key.`,
  'signer-other': ({ thumbprint, whence }) =>
    `The signer is unknown: the key with the thumbprint ${thumbprint} is not from ${whence}. Anybody can make a key.`,
  'key-without-times': ({ whence, issuedAt }) =>
    `You know the key from ${whence}, which does not say when it was in use. Judge whether it was in use at ${issuedAt}.`,
  'key-in-use': ({ from }) => `The key was in use when the statement was issued: from ${from}.`,
  'key-not-in-use': ({ issuedAt, from }) =>
    `The statement was issued at ${issuedAt}, but the key was in use only from ${from}.`,
  'log-none': () =>
    'No log proves this document. It shows what the register said at the time of issue, but not since when.',
  'log-has': ({ told, index, size }) =>
    `The log has ${what(told)} as stated in this document: leaf ${index} of ${size}.`,
  'log-lacks': ({ told }) =>
    `The log does not have ${what(told)} as stated in this document: either it was changed after it was logged, or the proof was changed.`,
  'log-form': () => 'The member "log" does not have the form that the format requires.',
  'log-twice': () => 'The document has two leaves for the same event, or the same version, and the same tree size.',
  'log-place': ({ index, size }) =>
    `A leaf has the index ${index} in a tree of ${leaves(size)}. Such a leaf cannot be.`,
  'log-two-places': ({ first, index }) =>
    `The document has two places in the log for the same event: ${first} and ${index}.`,
  'log-key-form': () => 'The log key in the document is not a valid key.',
  'log-stripped': ({ given }) =>
    `The document has no log, so nothing is proved by what you gave: ${given.join(', ')}. Anybody can remove the log from a document. Ask the register for a document with its log.`,
  'log-key-other': ({ whence }) =>
    `${whence} does not name the log of this document. Anybody can make a log, and it may differ from the register's log.`,
  'log-two-histories': ({ one, other }) =>
    `The log has two histories: ${tree(one)} and ${tree(other)} cannot both be of a log that only grows, and its key signed both. Keep the document and all checkpoints.`,
  'missing-older': ({ told }) =>
    `${unproved(told)} It is older than the version that was agreed to, and cannot end the consent.`,
  'missing-young': ({ told }) => `${unproved(told)} The log adds it a little later: ask for a new document.`,
  'missing-due': ({ told, after }) =>
    `${unproved(told)} The document was issued more than ${after === 'hour' ? 'an hour' : '24 hours'} later, so the log should have it. It was not logged, or its proof was removed.`,
  'checkpoint-damaged': () =>
    'A checkpoint of the log is damaged: it is not a signed note with a name, a size from 1 on, a hash and the two signatures of the log.',
  'checkpoint-other-log': ({ origin }) =>
    `A checkpoint is from another log (${origin}) than the log key in the document.`,
  'checkpoint-unsigned': (of) => `The key of the log did not make both signatures of ${head(of)}.`,
  'checkpoint-unchecked': (of) => `This browser cannot check whether the log signed ${head(of)}. A newer browser can.`,
  'checkpoint-ok': ({ log, ...of }) => `The key of the log ${log} signed ${head(of)}.`,
  'checkpoint-order': () => 'The document has two checkpoints of the same size, or a larger one before a smaller one.',
  'stamp-unchecked': ({ size }) =>
    `The checkpoint of ${leaves(size)} has a time stamp (RFC 3161), which is not verified here: verify it with \`openssl ts -verify\` (docs/log.md, Time stamps).`,
  'order-event': ({ size, time, told, happened }) =>
    `The checkpoint of ${leaves(size)} has the time ${time}, but contains ${what(told)}, which is later: ${happened}. ${wrong}`,
  'order-future': ({ size, time }) =>
    `The checkpoint of ${leaves(size)} has the time ${time}, which is later than the clock of this machine. It proves no time.`,
  'order-backwards': ({ size, time, smaller, later }) =>
    `The checkpoint of ${leaves(size)} has the time ${time}, but that of ${leaves(smaller)} has a later one: ${later}. ${wrong}`,
  'log-late': ({ told, logged, by, happened }) =>
    `The log is known to have ${what(told)} only since ${logged} (${sources[by]}), although its own time is ${happened}. ${whyLate}`,
  'kept-other-log': ({ whence, origin }) =>
    `${whence} is a checkpoint of another log, ${origin}, and was not compared.`,
  'kept-other-key': ({ whence }) =>
    `The log of this document has the same name as the log of ${whence}, but another key. It is another log, or the log was started again.`,
  'kept-unsigned': ({ whence }) =>
    `${whence} was not compared, because the key of the document's log did not sign it. It was changed since it was signed, or it is from another log.`,
  'kept-fork': ({ other, whence, size }) =>
    `The log was rewritten: ${other ?? 'the document'} and ${whence} have different trees of ${leaves(size)}, and the key of the log signed both. Keep both.`,
  'kept-has': ({ size, whence, told }) =>
    `The checkpoint of ${leaves(size)} that you kept (${whence}) contains ${what(told)}.`,
  'kept-lacks': ({ size, whence, told }) =>
    `The checkpoint of ${leaves(size)} that you kept (${whence}) does not contain ${what(told)} as stated in this document.`,
  'kept-afterwards': ({ kept: one, told, happened, index }) =>
    `${kept(one)} is later than ${what(told)} (${happened}) and does not contain it. It came into the log only afterwards, as leaf ${index}. ${whyLate}`,
  'kept-unproved': ({ kept: one, told }) =>
    `${kept(one)} is later than ${what(told)}, but the document does not prove that the log has it.`,
  'kept-not-compared': ({ kept: one, told }) =>
    `${kept(one)} was not compared with ${what(told)}, because the document has no proof for it. Ask for a document with a proof for ${one.whence} (${leaves(one.size)}).`,
  'kept-older': ({ kept: one }) =>
    `${kept(one)} is older than the events in this document, and proves nothing about them.`,
};

/** Whether the sentence of a check exists in English alone. */
export const isTechnical = ([code]: Saying): boolean => Object.hasOwn(technicalChecks, code);

/** Since when nobody can have changed something, in English. */
export const newEnglishSince = (write: (time: string) => string): SinceWords => ({
  'since-kept': ({ told, time, whence }) =>
    `Nobody can have changed ${what(told)} since ${write(time)}, the time of the checkpoint that you kept (${whence}).`,
  'since-register': ({ told, time, whence }) =>
    `The register says that nobody can have changed ${what(told)} since ${write(time)}. You know the key of its log from ${whence}.`,
  'since-document': ({ told, time }) =>
    `The log of this document has had ${what(told)} since ${write(time)}. But you do not know the key of that log, and anybody can make a log. The key file of the register has the key of the register's log.`,
});
