import type { Spoken } from '../../../pages/console/language.tsx';
import { newSpoken } from '../../../pages/console/language.tsx';
import type { EvidenceText } from '../../../pages/describe/writing.ts';
import { newWriting } from '../../../pages/describe/writing.ts';
import { catalogues } from '../../../pages/i18n/catalogues.ts';
import type { Translate } from '../../../pages/i18n/format.ts';
import { newTranslate } from '../../../pages/i18n/format.ts';
import type { Language } from '../../../pages/i18n/index.ts';

/** The messages of a language. */
export const textOf = (language: Language): Translate => newTranslate(catalogues[language], language);

/** Sentences about evidence in a language, with times in UTC. @param region the reader's variant of the language */
export const evidenceTextOf = (language: Language, region: string = language): EvidenceText => {
  const t = newTranslate(catalogues[language], region);
  return { t, writing: newWriting(t, region) };
};

/** What the console has of a language once its catalogue is loaded. */
export const spokenIn = (language: Language): Spoken => newSpoken(language, catalogues[language]);
