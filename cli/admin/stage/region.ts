import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const StageFile = v.pipe(v.string(), v.parseJson(), v.object({ region: v.string() }));

const readStageFile = (stage: string): string => {
  try {
    return readFileSync(join(import.meta.dirname, '../../../stages', `${stage}.json`), 'utf8');
  } catch {
    return '{}';
  }
};

/** The region that the file of a stage names, as CDK takes it. */
const findStageRegion = (stage: string): string | undefined => {
  const { success, output } = v.safeParse(StageFile, readStageFile(stage));
  return success ? output.region : undefined;
};

/** Sets the region of all AWS clients: the one that is said, or that of the stage's file; otherwise that of the profile stays. */
export const useRegion = ({ region, stage }: { region?: string | undefined; stage?: string | undefined }): void => {
  const chosen = region ?? (stage === undefined ? undefined : findStageRegion(stage));
  if (chosen !== undefined) process.env.AWS_REGION = chosen;
};
