import type { RequestedErasure } from '../../../client/typescript/index.ts';
import { localDay } from './draft.ts';

/** Whether the operator still has something to do. */
export const isOpen = ({ state }: RequestedErasure): boolean => state === 'open' || state === 'erasing';

/** Whether the day has passed by which the person must have an answer. */
export const isOverdue = (request: RequestedErasure): boolean => isOpen(request) && request.dueOn < localDay();

/** The nearest deadline first. */
export const byDeadline = (one: RequestedErasure, other: RequestedErasure): number =>
  one.dueOn < other.dueOn ? -1 : 1;
