import { newProseEnglish } from '../verifier/wording/words/english.ts';
import { french } from '../verifier/wording/words/french.ts';
import { german } from '../verifier/wording/words/german.ts';
import { italian } from '../verifier/wording/words/italian.ts';
import { spanish } from '../verifier/wording/words/spanish.ts';
import type { EvidenceWords } from '../verifier/wording/words/words.ts';
import type { Translations } from './language.ts';
import { chooseRegion } from './locale.ts';

/** What is said of a consent and of its evidence, wherever it is shown. */
export const evidenceWords: Translations<EvidenceWords> = {
  en: newProseEnglish(chooseRegion('en', navigator.languages)),
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};
