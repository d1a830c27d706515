/** The name of the document in the directory of a client. */
export const document = 'openapi.client.json';

/** A program with its parameters. */
export type CommandLine = readonly [program: string, ...parameters: string[]];

/** A generator of clients. What it makes stands in a directory of its own, beside the files of its folder. */
export interface Generator {
  /** That of its folder. */
  readonly name: string;
  /** As docs/recipes/README.md names it. */
  readonly title: string;
  readonly version: string;
  /** Programs that it needs, each with parameters that make it succeed. */
  readonly needed: readonly CommandLine[];
  /** What the generator is called with, as docs/recipes/README.md says it. The client is in `register` then. */
  readonly parameters: readonly string[];
  /** Makes the client in the directory, where the document is. */
  readonly generate: (directory: string) => Promise<void>;
  /** Compiles client and journey, or checks their types where nothing is compiled. */
  readonly build: (directory: string) => Promise<void>;
  readonly journey: CommandLine;
}
