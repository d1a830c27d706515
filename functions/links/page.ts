import { linkFunction, showLink } from './answering.ts';

/** GET and HEAD of links. Its role can change nothing. */
export const handler = linkFunction(showLink);
