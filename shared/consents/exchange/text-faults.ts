import type { UserData } from '../evidence.ts';
import { findUnreadable } from '../../schema/readable-text.ts';

const textsOf = (members: UserData): string[] =>
  Object.entries(members).flatMap(([name, member]) => [
    name,
    ...(typeof member === 'string' ? [member] : [member.label, member.value]),
  ]);

/** Faults of texts that no request could have, in names, labels and values. */
export const textFaults = (where: string, members: UserData | null): string[] => {
  const wrong = textsOf(members ?? {})
    .map(findUnreadable)
    .find((fault) => fault !== undefined);
  return wrong === undefined ? [] : [`${where}: ${wrong}`];
};
