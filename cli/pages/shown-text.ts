import { tame } from '../notices/visible-text.ts';

/** Lines in which a person sees all that is in them. Tabs, which HTML is often indented with, stay. */
export const tameLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(tame).join('\t'))
    .join('\n');
