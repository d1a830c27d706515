/** As much of Stryker as is used here, so that types are checked where it is not installed. */
declare module '@stryker-mutator/core' {
  interface Position {
    readonly line: number;
    readonly column: number;
  }

  interface MutantResult {
    readonly fileName: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly replacement?: string;
    /** Tests that failed, as `file#group > test`. */
    readonly killedBy?: readonly string[];
    readonly status:
      | 'Killed'
      | 'Survived'
      | 'NoCoverage'
      | 'CompileError'
      | 'RuntimeError'
      | 'Timeout'
      | 'Ignored'
      | 'Pending';
  }

  interface Options {
    readonly configFile: string;
    readonly mutate: readonly string[];
    readonly concurrency: number;
  }

  export class Stryker {
    constructor(options: Options);
    runMutationTest(): Promise<MutantResult[]>;
  }
}

declare module '@stryker-mutator/api/plugin' {
  export const PluginKind: { readonly Ignore: string; readonly Reporter: string };
  export const declareValuePlugin: (kind: string, name: string, value: object) => object;
}
