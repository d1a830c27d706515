import { confirmationFunction, showRequest } from './answering.ts';

/** GET and HEAD of confirmations. Its role can change nothing. */
export const handler = confirmationFunction(showRequest);
