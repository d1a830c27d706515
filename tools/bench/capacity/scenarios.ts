import { addScenarios, revokeScenarios } from './add-scenarios.ts';
import { listScenarios } from './list-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { searchScenarios } from './search-scenarios.ts';

const getOne = (name: string): Scenario => ({
  operation: 'getNotices',
  name,
  parameters: ({ notices }) => ({ pid: notices[0]?.pid }),
});

const getAll = (name: string): Scenario => ({
  operation: 'getNotices',
  name,
  parameters: ({ notices }) => ({ pid: notices.map(({ pid }) => pid) }),
});

const getEvidence = (name: string): Scenario => ({
  operation: 'getEvidence',
  name,
  parameters: ({ consentIds }) => ({ id: consentIds[4] }),
});

/** All that the ledger lists. @param stored consents in the register */
export const scenarios = (stored: number): Scenario[] => [
  {
    operation: 'login',
    name: '',
    isAnonymous: true,
    parameters: ({ email, password }) => ({ email, password }),
  },
  {
    operation: 'refreshToken',
    name: '',
    isAnonymous: true,
    parameters: ({ tokens }) => ({ refresh_token: tokens.refreshToken }),
  },
  { operation: 'details', name: '', parameters: () => ({}) },
  ...addScenarios,
  ...searchScenarios(stored),
  ...revokeScenarios,
  getOne('1 notice, first read'),
  getOne('1 notice'),
  getAll('10 notices, 9 first read'),
  getAll('10 notices'),
  getEvidence('a URL as proof'),
  ...listScenarios,
];
