import type { Change, Event, Search } from './event.ts';
import { isLinearizable } from './linearization.ts';
import { findBrokenPromises } from './search-promise.ts';

/** What in a history a serial register would not have done, a line each. */
export const findAnomalies = (events: readonly Event[]): string[] => {
  const changes = events.filter((event): event is Change => event.kind !== 'search');
  const searches = events.filter((event): event is Search => event.kind === 'search');
  return [
    ...(isLinearizable(changes) ? [] : [`no order explains these answers: ${JSON.stringify(changes)}`]),
    ...searches.flatMap((search) => findBrokenPromises(search, changes)),
  ];
};
