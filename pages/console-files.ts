import type { ConsoleFile } from './build-console.ts';
import { buildConsole } from './build-console.ts';
import { renderPlaceForEvidence } from './evidence/evidence-page.ts';

/**
 * Builds the files of the console, including the page that it saves evidence in, which is the one that the commands write.
 *
 * @param service its origin, if it differs from the page's
 */
export const makeConsole = async (service?: string): Promise<readonly ConsoleFile[]> =>
  buildConsole({ evidencePage: await renderPlaceForEvidence(), service });
