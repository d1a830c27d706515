import { values } from './register.ts';
import type { Scenario } from './scenario.ts';

const list = (name: string, parameters: Scenario['parameters']): Scenario => ({
  operation: 'listConsents',
  name,
  parameters,
});

/** Lists for a page that people read. The last two look for what is not there, as far as one call goes. */
export const listScenarios: readonly Scenario[] = [
  list('20 of an account', () => ({})),
  list('50 of a project', ({ projectUid }) => ({ projectUid, perPage: 50 })),
  list('50 of a project that are in force', ({ projectUid }) => ({ projectUid, perPage: 50, state: 'active' })),
  list('20 of a person', () => ({ userData: values.person })),
  list('20 of 100,000 with a name', () => ({ userData: values.lastName })),
  list('none of a project is revoked', ({ projectUid }) => ({ projectUid, state: 'revoked' })),
  list('none of 100,000 with a name is revoked', () => ({ userData: values.lastName, state: 'revoked' })),
  { operation: 'listNotices', name: '10 notices', parameters: () => ({}) },
  { operation: 'getNoticeVersion', name: '', parameters: ({ notices }) => ({ id: notices[0]?.versionId }) },
  { operation: 'listProjects', name: '', parameters: () => ({}) },
  { operation: 'getOverview', name: '', parameters: () => ({}) },
];
