import type { Generator } from './generator.ts';
import { go } from './go/generator.ts';
import { java } from './java/generator.ts';
import { python } from './python/generator.ts';

export const generators: readonly Generator[] = [go, python, java];
