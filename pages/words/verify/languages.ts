import { chooseRegion } from '../../console/locale.ts';
import type { Language } from '../console/language-tags.ts';
import { german as germanEvidence } from '../evidence/deu.ts';
import type { EvidenceWords } from '../evidence/eng.ts';
import { newProseEnglish } from '../evidence/eng.ts';
import { french as frenchEvidence } from '../evidence/fra.ts';
import { italian as italianEvidence } from '../evidence/ita.ts';
import { spanish as spanishEvidence } from '../evidence/spa.ts';
import { german } from './deu.ts';
import type { VerifyWords } from './eng.ts';
import { english } from './eng.ts';
import { french } from './fra.ts';
import { italian } from './ita.ts';
import { spanish } from './spa.ts';

/** All that the verifying page says in one language. */
export interface PageWords extends VerifyWords {
  readonly tag: Language;
  readonly name: string;
  readonly evidence: EvidenceWords;
}

/** The languages of the verifying page, which has all in one file. */
export const verifyLanguages: Readonly<Record<Language, PageWords>> = {
  en: {
    ...english,
    tag: 'en',
    name: 'English',
    evidence: newProseEnglish(chooseRegion('en', navigator.languages)),
  },
  it: { ...italian, tag: 'it', name: 'Italiano', evidence: italianEvidence },
  de: { ...german, tag: 'de', name: 'Deutsch', evidence: germanEvidence },
  fr: { ...french, tag: 'fr', name: 'Français', evidence: frenchEvidence },
  es: { ...spanish, tag: 'es', name: 'Español', evidence: spanishEvidence },
};
