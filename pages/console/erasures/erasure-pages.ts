/** What the console has about erasures: a file of its own, with its words in all languages. */
export { AskErasure } from './ask-erasure.tsx';
export { ErasureList } from './erasure-list.tsx';
