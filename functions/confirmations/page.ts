import { confirmationFunction, showRequest } from './answering.ts';

/** GET and HEAD of confirmations. Its role can write nothing but how much was read. */
export const handler = confirmationFunction('pages', showRequest);
