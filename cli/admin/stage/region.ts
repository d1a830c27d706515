import { readStageFile } from '../../../shared/stage-file.ts';
import { CommandError } from '../../command-error.ts';

/** The region that the file of a stage names, as CDK takes it. @throws CommandError usage when the file is damaged */
const findStageRegion = (stage: string): string | undefined => {
  const content = readStageFile(stage);
  if (content === 'missing') return undefined;
  if (content === 'damaged') throw new CommandError(`stages/${stage}.json is not a JSON object.`, 'usage');
  return typeof content.region === 'string' ? content.region : undefined;
};

/** Sets the region of all AWS clients: the one that is said, or that of the stage's file; otherwise that of the profile stays. */
export const useRegion = ({ region, stage }: { region?: string | undefined; stage?: string | undefined }): void => {
  const chosen = region ?? (stage === undefined ? undefined : findStageRegion(stage));
  if (chosen !== undefined) process.env.AWS_REGION = chosen;
};
