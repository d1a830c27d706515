/** Begins to load the words of the reader's language while the program is still under way. */
import { wordsFile } from './page-settings.ts';
import { recallLanguage } from './recalled-language.ts';

const link = document.createElement('link');
link.rel = 'modulepreload';
link.href = wordsFile(recallLanguage());
document.head.append(link);
