/** Begins to load the catalogue of the reader's language while the program is still under way. */
import { catalogueFile } from './page-settings.ts';
import { recallLanguage } from './recalled-language.ts';

const link = document.createElement('link');
link.rel = 'preload';
link.as = 'fetch';
link.crossOrigin = 'anonymous';
link.href = catalogueFile(recallLanguage());
document.head.append(link);
