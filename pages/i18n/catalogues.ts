import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { Catalogue } from './format.ts';
import fr from './fr.json' with { type: 'json' };
import type { Language } from './index.ts';
import it from './it.json' with { type: 'json' };

/** All catalogues: for pages that are one file in every language, and for pages that commands make. The console loads one. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { en, it, de, fr, es };
