import type { ConsoleFile } from '../../hosting/build.ts';
import { buildConsole } from '../../hosting/build.ts';
import { renderPlaceForEvidence } from '../pages/evidence/evidence-page.ts';

/**
 * Makes the files of the console, with the page that it saves evidence in: the one that the commands write.
 *
 * @param service where the service is, where it is elsewhere than the page
 */
export const makeConsole = async (service?: string): Promise<readonly ConsoleFile[]> =>
  buildConsole({ evidencePage: await renderPlaceForEvidence(), service });
