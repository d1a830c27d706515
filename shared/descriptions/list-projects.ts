import { ListedProject, ListedProjects } from '../accounts/answer.ts';
import { listBounds } from '../reports/list-bounds.ts';
import type { Description } from './description.ts';
import { projectId } from './example-data.ts';

export const listProjects: Description<'listProjects'> = {
  tag: 'lists',
  summary: 'List projects',
  description: `Gives the projects of the account with the names that its operator gave them, ${listBounds.listedProjects} at most. \`next\` says where the list goes on. It is \`null\` at the end.`,
  examples: {
    projects: {
      summary: 'All projects of the account',
      request: {},
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null },
      step: 20,
    },
    furtherProjects: {
      summary: 'Those that come behind a UID',
      request: { after: 'a-shop' },
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null },
    },
  },
  schemas: { ListedProject, ListedProjects },
  links: {},
  refused: { uid: 'demo-shop' },
  marks: ['next'],
};
