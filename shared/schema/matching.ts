/// <reference path="./punycode.d.ts" />
import punycode from 'punycode.js';
import { limits } from '../api/limits.ts';

/** Zero width characters, soft hyphens, direction marks and the like: nobody sees them, and no comparison does. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** The ignorable characters that tell two domains apart, as in Persian: they join letters, or keep them from joining. */
const joiners = /[\u200c-\u200d]/gu;

const dropJoiners = (text: string): string => text.replace(joiners, '').normalize('NFC');

/** Trimmed, with one blank for each run of white space. */
const trimSpace = (text: string): string => text.replace(/\p{White_Space}+/gu, ' ').trim();

/** Without ignorable characters, trimmed, with one blank for each run of white space. */
const tidy = (text: string): string => trimSpace(text.replace(ignorable, ''));

const tidyButJoiners = (text: string): string => trimSpace(text.replace(/(?![\u200c-\u200d])\p{DI}/gu, ''));

/** Marks that Unicode reorders by class, and the two half-width ones that become such marks in NFKC. */
const marks = '[\\p{M}\\uff9e\\uff9f]';
const tooManyMarks = new RegExp(`(?<!${marks})${marks}{${limits.marksInARow + 1}}`, 'u');

/** What numbers and codes lose, so that marks on both sides of it come together. */
const telephoneSeparators = /[ .·‧∙⋅・/⁄∕()\p{Dash}]/gu;
const taxCodeSeparators = /[ .·‧∙⋅・\p{Dash}]/gu;

/**
 * Whether normalising a value costs no more than its length suggests. Normalising takes quadratic time for a long run of
 * unordered marks, which no language uses (UAX #15, section 13, Stream-Safe Text Format), and NFKC turns one character
 * into up to eighteen.
 *
 * @param value of bounded length
 */
export const isNormalisable = (value: string): boolean => {
  const visible = value.replace(ignorable, '');
  if (tooManyMarks.test(visible)) return false;
  const plain = visible.normalize('NFKC');
  return plain.length <= limits.normalisedCharacters && !tooManyMarks.test(plain.replace(telephoneSeparators, ''));
};

/**
 * Unicode's full case folding, from the two mappings that JavaScript has. The dotless i folds to itself and is kept
 * apart.
 */
const foldCase = (text: string): string =>
  text.replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');

/** Turkish writes two letters where others write one: İ and i, I and ı. @param folded and decomposed */
const joinLettersI = (folded: string): string =>
  folded.replaceAll('ı', 'i').replace(/i\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''));

/** More than ASCII, and nothing but letters, digits, marks, joiners, dots and hyphens, in labels no longer than those of the DNS. */
const international =
  /^(?=.*\P{ASCII})[\p{L}\p{Nd}\p{M}\u200c-\u200d-]{0,63}(?:\.[\p{L}\p{Nd}\p{M}\u200c-\u200d-]{0,63})*$/u;

/** The most characters of a domain of the DNS. */
const longestDomain = 253;

/**
 * The letters in the blocks of the scripts that join theirs. The last two ranges are kept for scripts from right to left,
 * also those to come.
 */
const cursive =
  /^(?=\p{L})[\u0600-\u077f\u07c0-\u08ff\u1800-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The letters of Arabic and Syriac that do not join the letter before: Joining_Type U and C. */
const aloneArabic = /[\u0621\u0640\u0674\u06e5\u06e6]/u;

/** Those that do not join the letter after, such as alef, dal, reh and waw: Joining_Type R, U and C. */
const finalArabic =
  /[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0640\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5\u06e5\u06e6\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779]/u;

const mayJoinNext = (letter: string): boolean => cursive.test(letter) && !finalArabic.test(letter);
const mayJoinPrevious = (letter: string): boolean => cursive.test(letter) && !aloneArabic.test(letter);

/** Canonical_Combining_Class 9: normalising sorts it behind a mark of class 8, U+3099, and before one of 10, U+05B0. */
const isVirama = (mark: string): boolean =>
  /^(?![\u3099\u05b0])\p{M}/u.test(mark) && `\u05b0${mark}\u3099`.normalize('NFD') === `\u3099${mark}\u05b0`;

/** Whether a letter with its marks ends with a virama, in the order that NFC has. */
const endsWithVirama = (letter: string): boolean => isVirama([...letter.normalize('NFC')].at(-1) ?? '');

/**
 * Joiners stay where IDNA2008 allows each of them (RFC 5892, A.1 and A.2): after a virama, or between letters that would
 * join. Elsewhere, and after another that stays, nobody means them.
 *
 * JavaScript does not know which letters join, and URL parsers know only those of old versions of Unicode. Without a joiner
 * that counts, two mailboxes would be one; one too many is in no domain of the DNS. So every letter of the joining scripts
 * counts as joining, but those of Arabic and Syriac that are known not to. One pass, since a domain may have hundreds.
 */
const keepJoiners = (domain: string): string => {
  if (domain.search(joiners) < 0) return domain;
  const letters = domain.match(/[^\u200c-\u200d\p{Mn}\p{Me}]/gu) ?? [];
  let [kept, passed, letter, mayEndWithVirama, isAfterJoiner] = ['', 0, '', false, false];
  const isAllowed = (joiner: string): boolean =>
    (mayEndWithVirama && endsWithVirama(letter)) ||
    (joiner === '\u200c' && mayJoinNext(letters[passed - 1] ?? '') && mayJoinPrevious(letters[passed] ?? ''));
  for (const character of domain) {
    const isJoiner = character === '\u200c' || character === '\u200d';
    if (isJoiner && (isAfterJoiner || !isAllowed(character))) continue;
    kept += character;
    isAfterJoiner = isJoiner;
    if (isJoiner) continue;
    const isMark = /\p{M}/u.test(character);
    letter = isMark ? letter + character : character;
    mayEndWithVirama = isMark && (mayEndWithVirama || isVirama(character));
    if (character === letters[passed]) passed += 1;
  }
  return kept.normalize('NFC');
};

const toAscii = (label: string): string => (/\P{ASCII}/u.test(label) ? `xn--${punycode.encode(label)}` : label);

/**
 * An international domain in its ASCII form (IDNA2008, RFC 5891, section 5.5), label by label. The mapping that URL
 * parsers apply before (UTS #46) would make one domain of `ﬁsh.example` and `fish.example`. What is longer than any domain has
 * no such form.
 */
const formDomain = (domain: string): string => {
  const visible = keepJoiners(domain);
  const isDomain = [...visible].length <= longestDomain && international.test(visible);
  return isDomain ? visible.split('.').map(toAscii).join('.') : visible;
};

/** NFC in lower case, by code point: JavaScript writes a capital sigma in one of two forms, by the letters around it. */
const lowerCase = (text: string): string => text.normalize('NFC').replaceAll('Σ', 'σ').toLowerCase().normalize('NFC');

/**
 * Without compatibility forms: `straße@` and `strasse@` are two mailboxes. Before the `@` a final sigma is a sigma, since
 * both have one capital; in a domain they are two letters (IDNA2008).
 */
const formEmail = (email: string): string => {
  const domain = email.lastIndexOf('@') + 1 || email.length;
  const local = lowerCase(dropJoiners(email.slice(0, domain))).replaceAll('ς', 'σ');
  return trimSpace(local + formDomain(lowerCase(email.slice(domain))));
};

const dashes = /\p{Dash}/gu;

/** After separators are gone. A value with too many marks, which only an import may bring, stays as it is. */
const recompose = (text: string): string => (tooManyMarks.test(text) ? text : text.normalize('NFKC'));

const formTelephone = (number: string): string =>
  recompose(number.normalize('NFKC').replace(telephoneSeparators, '').replace(/^00/, '+'));

const formTaxCode = (code: string): string =>
  recompose(foldCase(code.normalize('NFKC')).replace(taxCodeSeparators, ''));

/** Quotation marks, and the signs that stand for an apostrophe, as a keyboard has them. */
const toPlainQuotes = (text: string): string => text.replace(/[‘’‚‛‹›ʻʼ′´]/g, "'").replace(/[“”„‟«»]/g, '"');

const formName = (text: string): string => {
  const folded = foldCase(toPlainQuotes(text.normalize('NFC')).normalize('NFKC')).normalize('NFKD');
  return tidy(toPlainQuotes(joinLettersI(folded)).replace(dashes, '-').normalize('NFKC'));
};

const forms: ReadonlyMap<string, (tidied: string) => string> = new Map([
  ['phone', formTelephone],
  ['mobile_phone', formTelephone],
  ['tax_code', formTaxCode],
]);

/**
 * The form in which values are compared (docs/api.md, Finding). An empty result matches nothing.
 *
 * @param key decides what counts: of an email other than of a telephone number, a tax code, or a name
 */
export const normaliseValue = (key: string, value: string): string =>
  key === 'email' ? formEmail(tidyButJoiners(value)) : (forms.get(key) ?? formName)(tidy(value));

/** The spelling of a value, in which upper and lower case are one. */
export const foldSpelling = (value: string): string => joinLettersI(foldCase(value.normalize('NFC')).normalize('NFD'));

/**
 * Whether a text can be the address of one mailbox, as it is compared (docs/api.md, Finding). It says nothing about
 * whether the mailbox exists. Names, schemes such as `mailto:`, several addresses and words such as `n/a` are none.
 */
export const isMailbox = (text: string): boolean =>
  /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\".]+(?:\.[^\s@,;:<>()[\]\\".]+)*$/u.test(
    text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim(),
  );
