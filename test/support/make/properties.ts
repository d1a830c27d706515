import fc from 'fast-check';
import { seed } from './chance.ts';

fc.configureGlobal({ seed });

/** fast-check, which draws from the seed of the run. */
export { fc };
