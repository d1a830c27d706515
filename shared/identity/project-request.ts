import * as v from 'valibot';
import { limits } from '../limits.ts';
import { filledText } from '../schema/scalar.ts';

export const ProjectUid = filledText(limits.keyCharacters);

export const ProjectsRequest = v.strictObject({
  after: v.optional(v.pipe(ProjectUid, v.description('`next` of the previous answer.'))),
});
