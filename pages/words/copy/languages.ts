import type { Language } from '../console/language-tags.ts';
import { deu } from './deu.ts';
import type { CopyWords } from './eng.ts';
import { eng } from './eng.ts';
import { fra } from './fra.ts';
import { ita } from './ita.ts';
import { spa } from './spa.ts';

/** What the dialog that makes a copy says, with all languages in one file. */
export const copyWords: Readonly<Record<Language, CopyWords>> = { en: eng, it: ita, de: deu, fr: fra, es: spa };
