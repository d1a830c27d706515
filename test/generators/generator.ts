/** The name of the document in the directory of a client. */
export const document = 'openapi.client.json';

/** A program with its parameters. */
export type CommandLine = readonly [program: string, ...parameters: string[]];

/** A generator of clients. What it makes stands in a directory of its own, beside the files of its folder. */
export interface Generator {
  /** As `--only` takes it. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Its folder, from this one: what is copied beside the client. */
  readonly folders: readonly string[];
  /** What the machine has not, or undefined where it has all that is needed. */
  readonly findLack: () => string | undefined;
  /** What the generator is called with, as docs/recipes/README.md says it. The client is in `register` then. */
  readonly parameters: readonly string[];
  /** Makes the client in the directory, where the document is. */
  readonly generate: (directory: string) => Promise<void>;
  /** Compiles client and journey, or checks their types where nothing is compiled. */
  readonly build: (directory: string) => Promise<void>;
  readonly journey: CommandLine;
}
