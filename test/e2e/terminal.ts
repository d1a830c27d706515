import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { personalEnvironment } from './environment.ts';
import { repository } from './service.ts';

/** A terminal in which a person runs a program. */
export interface Terminal {
  /** All that has been shown so far, as text. */
  readonly screen: () => string;
  /** All that has been shown so far, with the sequences that colour it and move the cursor. */
  readonly raw: () => string;
  /** Waits until something is shown after what was there when it was last waited for. */
  readonly waitFor: (text: string | RegExp, milliseconds?: number) => Promise<void>;
  readonly type: (text: string) => void;
  readonly press: (key: 'Enter' | 'Ctrl-C' | 'Ctrl-D') => void;
  /** Settles with the exit code when the program has ended. */
  readonly ended: Promise<number>;
}

const keys = { Enter: '\r', 'Ctrl-C': '\u0003', 'Ctrl-D': '\u0004' } as const;

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Runs a program in a pseudo-terminal, with the environment of a person's shell. It ends with the test. */
export const openTerminal = (
  program: string,
  words: readonly string[],
  {
    settings = {},
    directory = repository,
  }: { readonly settings?: NodeJS.ProcessEnv; readonly directory?: string } = {},
): Terminal => {
  const environment = {
    ...personalEnvironment(),
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    CI: undefined,
    ...settings,
  };
  const pty = spawn(program, [...words], {
    name: 'xterm-256color',
    cols: 160,
    rows: 50,
    cwd: directory,
    env: definedOnly(environment),
  });
  let [raw, seen] = ['', 0];
  let onShown = (): void => {};
  pty.onData((data) => {
    raw += data;
    onShown();
  });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  onTestFinished(() => pty.kill('SIGKILL'));
  const screen = (): string => stripVTControlCharacters(raw).replaceAll('\r', '');
  const find = (text: string | RegExp): boolean => {
    const shown = screen().slice(seen);
    const found = typeof text === 'string' ? shown.indexOf(text) : shown.search(text);
    if (found < 0) return false;
    seen += found + (typeof text === 'string' ? text.length : 1);
    return true;
  };
  const waitFor = (text: string | RegExp, milliseconds = 60_000): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${text} is not on the screen:\n${screen()}`)), milliseconds);
      onShown = () => {
        if (!find(text)) return;
        clearTimeout(timer);
        onShown = () => {};
        resolve();
      };
      onShown();
    });
  return {
    screen,
    raw: () => raw,
    waitFor,
    type: (text) => pty.write(text),
    press: (key) => pty.write(keys[key]),
    ended,
  };
};
