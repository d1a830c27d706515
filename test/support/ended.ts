import { exitCodes } from '../../cli/command-error.ts';
import type { Outcome } from '../e2e/command.ts';

type Kind = keyof typeof exitCodes;

/** All that a command prints that ended with one line, before or after it said what it works on. */
export const ended = (kind: Kind, message: string, label?: string): Outcome => ({
  exitCode: exitCodes[kind],
  stdout: '',
  stderr: `${label === undefined ? '' : `On ${label}\n`}consent-register: ${message}\n`,
});

/** What a command that was called with --json prints of what ended it. */
export const toJsonError = (kind: Kind, message: string): string =>
  `${JSON.stringify({ error: { kind, exitCode: exitCodes[kind], message } }, undefined, 2)}\n`;
