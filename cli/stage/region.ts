import { readStageFile } from '../../shared/stage-file.ts';
import { CommandError } from '../command-error.ts';

/** The region in the file of a stage, as CDK uses it. @throws CommandError usage when the file is damaged */
const findStageRegion = (stage: string): string | undefined => {
  const content = readStageFile(stage);
  if (content === 'missing') return undefined;
  if (content === 'damaged')
    throw new CommandError(`stages/${stage}.json is not a JSON object. Correct the file.`, 'usage');
  return typeof content.region === 'string' ? content.region : undefined;
};

/** Sets the region of all AWS clients: the given one, or that of the stage's file. Otherwise the profile decides. */
export const useRegion = ({ region, stage }: { region?: string | undefined; stage?: string | undefined }): void => {
  const chosen = region ?? (stage === undefined ? undefined : findStageRegion(stage));
  if (chosen !== undefined) process.env.AWS_REGION = chosen;
};
