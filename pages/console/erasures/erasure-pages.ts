import { AskErasure } from './ask-erasure.tsx';
import { ErasureList } from './erasure-list.tsx';

/** What the console has about erasures: a file of its own, with its words in all languages. */
export const erasurePages = { ErasureList, AskErasure } as const;
