import type { OverviewWords } from './console-overview-words-words.ts';

export const english: OverviewWords = {
  heading: 'Overview',
  project: 'Project',
  countedUntil: (time) => `Counted up to ${time}.`,
  utc: 'Months are those of UTC. A consent whose validity ends today is not in force.',
  none: 'There are no figures yet.',
  noneMeaning:
    'The log of the register counts consents by month. It counts them some minutes after they are given. If the register is older than its log, or has none, an operator has to set this up.',
  unit: 'consents',
  inForce: 'In force at the end of each month',
  inForceSays: (first, last, from, to) =>
    `Line of the consents in force at the end of each month: ${first} in ${from}, ${last} in ${to}.`,
  flow: 'Given and revoked in each month',
  flowSays: (given, withdrawn, from, to) =>
    `Bars of the consents of each month from ${from} to ${to}: ${given} given and ${withdrawn} revoked in all.`,
  upwards: 'Given, upwards',
  downwards: 'Revoked, downwards',
  shares: 'In force now, by version of the notice',
  sharesSay: (count) => `Bars of the shares of ${count} consents. The table below has the figures.`,
  noneInForce: 'No consent is in force.',
  version: (notice, version) => `${notice}, version ${version}`,
  figures: 'The figures',
  columns: {
    month: 'Month',
    given: 'Given',
    withdrawn: 'Revoked',
    inForce: 'In force',
    version: 'Version of the notice',
    share: 'Share',
  },
};
