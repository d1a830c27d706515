import { matchCounts, values } from './register.ts';
import type { Scenario } from './scenario.ts';

const search = (name: string, parameters: Scenario['parameters']): Scenario => ({
  operation: 'searchConsents',
  name,
  parameters,
});

const lastPage = (matches: number): number => Math.ceil(matches / 20);

/** Searches that one page of a list answers. */
const inShortLists = [
  search('by id', ({ consentIds: [id] }) => ({ id, userData: '' })),
  search('1 match', () => ({ userData: values.one })),
  search('20 matches', () => ({ userData: values.person })),
  search('20 matches, latest only', () => ({ userData: values.person, first: true })),
  search('3 known keys: 20, 1,000 and 100,000 matches', () => ({ userData: values.usual })),
  search('6 known keys, 20 matches', () => ({ userData: values.allKnown })),
  search('3 own keys: 20, 1,000 and 100,000 matches', () => ({ userData: values.own })),
  search('3 own keys, the longest list first', () => ({ userData: values.ownLongestFirst })),
];

/** The first page in long lists; the first time they are counted. */
const firstPages = (when: 'first count' | 'later') => [
  search(`1,000 matches, first page, ${when}`, () => ({ userData: values.firstName })),
  search(`100,000 matches, first page, ${when}`, () => ({ userData: values.lastName })),
  search(`100,000 matches by an own key, first page, ${when}`, () => ({ userData: values.country })),
  search(`2 own keys: 100,000 and 50,000 matches, first page, ${when}`, () => ({ userData: values.common })),
  search(`all of a project, first page, ${when}`, ({ projectUid }) => ({ projectUid, userData: '' })),
];

/** @param stored consents in the register */
export const searchScenarios = (stored: number): Scenario[] => {
  const [firstName, lastName] = [Math.min(stored, matchCounts.firstName), Math.min(stored, matchCounts.lastName)];
  return [
    ...inShortLists,
    ...firstPages('first count'),
    ...firstPages('later'),
    search('1,000 matches, last page', () => ({ userData: values.firstName, page: lastPage(firstName) })),
    search('100,000 matches, last page', () => ({ userData: values.lastName, page: lastPage(lastName) })),
    search('100,000 matches, latest only', () => ({ userData: values.lastName, first: true })),
    search('100,000 matches, in one language, a page in the middle', () => ({
      userData: values.lastName,
      lang: 'ita',
      page: Math.ceil(lastPage(lastName) / 20),
    })),
    search('all of a project, page in the middle', ({ projectUid }) => ({
      projectUid,
      userData: '',
      page: Math.ceil(lastPage(stored) / 2),
    })),
  ];
};
