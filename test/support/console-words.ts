import { words as german } from '../../pages/words/console/deu.ts';
import type { ConsoleWords } from '../../pages/words/console/eng.ts';
import { words as english } from '../../pages/words/console/eng.ts';
import { words as french } from '../../pages/words/console/fra.ts';
import { words as italian } from '../../pages/words/console/ita.ts';
import type { Language } from '../../pages/words/console/language-tags.ts';
import { words as spanish } from '../../pages/words/console/spa.ts';
import { deu } from '../../pages/words/copy/deu.ts';
import type { CopyWords } from '../../pages/words/copy/eng.ts';
import { eng } from '../../pages/words/copy/eng.ts';
import { fra } from '../../pages/words/copy/fra.ts';
import { ita } from '../../pages/words/copy/ita.ts';
import { spa } from '../../pages/words/copy/spa.ts';

const copy = { eng, ita, deu, fra, spa };

/** All that the console says, in each of its languages. */
export const consoleWords: Readonly<Record<Language, ConsoleWords & { readonly copy: CopyWords }>> = {
  en: { ...english, copy: copy.eng },
  it: { ...italian, copy: copy.ita },
  de: { ...german, copy: copy.deu },
  fr: { ...french, copy: copy.fra },
  es: { ...spanish, copy: copy.spa },
};
