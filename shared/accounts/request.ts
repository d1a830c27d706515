import { strictObject } from 'valibot';

/** The parameters of a list of projects: there are none. */
export const ProjectsRequest = strictObject({});
