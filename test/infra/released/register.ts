import type { Caller } from '../../support/caller.ts';

/** What a command said, and how it ended. */
export interface Said {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A register as its callers and operators know it: of these sources in this process, or of a package in its own. */
export interface Register {
  readonly call: Caller;
  /** Runs a command to its end. @param input what it reads from standard input */
  readonly command: (
    words: readonly string[],
    given?: { readonly input?: string; readonly account?: string },
  ) => Promise<Said>;
}

/** What a command prints. @throws Error with what it said, if it fails */
export const must = async (
  { command }: Pick<Register, 'command'>,
  ...given: Parameters<Register['command']>
): Promise<string> => {
  const { exitCode, stdout, stderr } = await command(...given);
  if (exitCode !== 0) throw new Error(`${given[0].join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
  return stdout;
};
