import { linkFunction, showLink } from './answering.ts';

/** GET and HEAD of links. Its role can write nothing but how much was read. */
export const handler = linkFunction('pages', showLink);
