import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { filledText, positiveInteger, ruleMessage } from '../schema/scalar.ts';

export const ProjectUid = filledText(limits.keyCharacters);

/** The most projects in an answer, also by default. This many fit even with the longest names. */
export const listedProjects = 500;

export const ProjectsPerPage = v.pipe(
  positiveInteger,
  v.maxValue(listedProjects, ruleMessage('out-of-range', `Must be at most ${listedProjects}.`)),
);

/** The parameters of a list of projects. The result has the default of `perPage`. */
export const ProjectsRequest = v.pipe(
  v.strictObject({
    after: v.optional(v.pipe(ProjectUid, v.description('`next` of the previous answer.'))),
    perPage: v.optional(
      v.pipe(
        ProjectsPerPage,
        v.description(`Largest number of projects in the answer. Default: \`${listedProjects}\`.`),
      ),
    ),
  }),
  v.transform(({ perPage = listedProjects, ...rest }) => ({ ...rest, perPage })),
);
