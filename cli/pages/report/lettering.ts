import { letteringOf } from '../../../charts/lettering.ts';

/** How reports say counts. */
export const lettering = letteringOf('en', 'consents');
