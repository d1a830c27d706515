import { tame } from '../../shared/schema/visible-text.ts';
import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { PolicyFault } from './policy-fault.ts';
import type { Rule, Witness } from './policy-lines.ts';
import { addLine, newDraft } from './policy-lines.ts';

/** Which logs and witnesses a reader trusts (C2SP tlog-policy). */
export interface Policy {
  /** The reader's name for it, such as the name of the file. */
  readonly whence: string;
  /** The keys of Ed25519 among those of the logs. */
  readonly logs: readonly NoteKey[];
  /** Whether it names a log, with whatever key. */
  readonly namesLogs: boolean;
  readonly witnesses: readonly Witness[];
  readonly quorum: Rule;
  /** Each after those that it has. */
  readonly groups: readonly Rule[];
}

/** Longer than any policy. */
const longestPolicy = 1024 * 1024;

const decode = (bytes: Uint8Array): string => {
  if (bytes.length > longestPolicy) throw new PolicyFault('it is too long');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PolicyFault('it is not UTF-8');
  }
};

const hasControl = (text: string): boolean =>
  [...text].some((character) => character === '\x7f' || (character < ' ' && character !== '\t' && character !== '\n'));

const read = (bytes: Uint8Array): Omit<Policy, 'whence'> => {
  const text = decode(bytes);
  if (hasControl(text)) throw new PolicyFault('it has a control character. Lines end with a line feed alone');
  const draft = newDraft();
  for (const [i, line] of text.split('\n').entries())
    try {
      addLine(draft, line);
    } catch (error) {
      throw error instanceof PolicyFault ? new PolicyFault(`in line ${i + 1}, ${error.message}`) : error;
    }
  if (draft.quorum === undefined) throw new PolicyFault('it has no quorum. Without witnesses it is: quorum none');
  return {
    logs: draft.logs.flatMap(({ ed25519 }) => ed25519 ?? []),
    namesLogs: draft.logs.length > 0,
    witnesses: draft.witnesses.map(({ name, key }) => ({ name, key: key.ed25519 })),
    quorum: draft.quorum,
    groups: draft.groups,
  };
};

/**
 * Reads a policy file (C2SP tlog-policy).
 *
 * @param whence the reader's name for it; it is returned with the policy
 */
export const readPolicy = (
  bytes: Uint8Array,
  whence: string,
): { readonly policy: Policy } | { readonly fault: string } => {
  try {
    return { policy: { whence, ...read(bytes) } };
  } catch (error) {
    if (error instanceof PolicyFault) return { fault: `${whence} is not a policy for logs: ${tame(error.message)}.` };
    throw error;
  }
};
