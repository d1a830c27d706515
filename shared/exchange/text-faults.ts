import type { UserData } from '../consents/evidence.ts';
import { checkText } from '../http/parameters.ts';
import { Problem } from '../problem.ts';

const textsOf = (members: UserData): string[] =>
  Object.entries(members).flatMap(([name, member]) => [
    name,
    ...(typeof member === 'string' ? [member] : [member.label, member.value]),
  ]);

/** What no request can say: U+0000 and lone surrogates, in names, labels and values (docs/contract.md, Requests and encodings). */
export const textFaults = (where: string, members: UserData | null): string[] => {
  try {
    textsOf(members ?? {}).forEach(checkText);
    return [];
  } catch (error) {
    if (error instanceof Problem) return [`${where}: ${error.detail}`];
    throw error;
  }
};
