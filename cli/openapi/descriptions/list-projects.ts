import { ListedProject, ListedProjects } from '../../../shared/identity/account-answer.ts';
import { listBounds } from '../../../shared/consents/reports/list-bounds.ts';
import type { Description } from './description.ts';
import { projectId } from './example-data.ts';

export const listProjects: Description<'listProjects'> = {
  tag: 'lists',
  summary: 'List projects',
  description: `Lists the projects of the account with their names, at most ${listBounds.listedProjects} in one answer. For the rest, send \`next\` as \`after\`. At the end, \`next\` is \`null\`.`,
  examples: {
    projects: {
      summary: 'All projects of the account',
      request: {},
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null },
      step: 20,
    },
    furtherProjects: {
      summary: 'The projects after a UID',
      request: { after: 'a-shop' },
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null },
    },
  },
  schemas: { ListedProject, ListedProjects },
  links: {},
  refused: { uid: 'demo-shop' },
  marks: ['next'],
};
