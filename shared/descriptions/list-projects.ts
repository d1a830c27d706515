import { ListedProject, ListedProjects } from '../accounts/answer.ts';
import type { Description } from './description.ts';
import { projectId } from './example-data.ts';

export const listProjects: Description<'listProjects'> = {
  tag: 'lists',
  summary: 'List projects',
  description: 'Gives the projects of the account with the names that its operator gave them.',
  examples: {
    projects: {
      summary: 'All projects of the account',
      request: {},
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }] },
      step: 20,
    },
  },
  schemas: { ListedProject, ListedProjects },
  links: {},
  refused: { uid: 'demo-shop' },
  marks: ['data'],
};
