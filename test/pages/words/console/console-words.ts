import { words as german } from '../../../../pages/words/console/deu.ts';
import type { ConsoleWords } from '../../../../pages/words/console/eng.ts';
import { words as english } from '../../../../pages/words/console/eng.ts';
import { words as french } from '../../../../pages/words/console/fra.ts';
import { words as italian } from '../../../../pages/words/console/ita.ts';
import type { Language } from '../../../../pages/words/console/language-tags.ts';
import { words as spanish } from '../../../../pages/words/console/spa.ts';
import { deu } from '../../../../pages/words/copy/deu.ts';
import type { CopyWords } from '../../../../pages/words/copy/eng.ts';
import { eng } from '../../../../pages/words/copy/eng.ts';
import { fra } from '../../../../pages/words/copy/fra.ts';
import { ita } from '../../../../pages/words/copy/ita.ts';
import { spa } from '../../../../pages/words/copy/spa.ts';
import { german as germanErasures } from '../../../../pages/words/erasures/deu.ts';
import type { ErasureWords } from '../../../../pages/words/erasures/eng.ts';
import { english as englishErasures } from '../../../../pages/words/erasures/eng.ts';
import { french as frenchErasures } from '../../../../pages/words/erasures/fra.ts';
import { italian as italianErasures } from '../../../../pages/words/erasures/ita.ts';
import { spanish as spanishErasures } from '../../../../pages/words/erasures/spa.ts';

interface AllWords extends ConsoleWords {
  readonly copy: CopyWords;
  readonly erasures: ErasureWords;
}

/** All that the console says, in each of its languages. */
export const consoleWords: Readonly<Record<Language, AllWords>> = {
  en: { ...english, copy: eng, erasures: englishErasures },
  it: { ...italian, copy: ita, erasures: italianErasures },
  de: { ...german, copy: deu, erasures: germanErasures },
  fr: { ...french, copy: fra, erasures: frenchErasures },
  es: { ...spanish, copy: spa, erasures: spanishErasures },
};

/** What its pages of erasures say. The glossary is of consents, and does not hold for requests. */
export const erasureWords: Readonly<Record<Language, ErasureWords>> = {
  en: englishErasures,
  it: italianErasures,
  de: germanErasures,
  fr: frenchErasures,
  es: spanishErasures,
};
