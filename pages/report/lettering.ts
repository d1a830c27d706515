import { letteringOf } from '../charts/lettering.ts';

/** How reports write counts. */
export const lettering = letteringOf('en', 'consents');
