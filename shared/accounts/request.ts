import * as v from 'valibot';
import { ProjectUid } from '../consents/request.ts';

export const ProjectsRequest = v.strictObject({
  after: v.optional(v.pipe(ProjectUid, v.description('Where the list goes on: `next` of the answer before.'))),
});
