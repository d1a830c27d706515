/** As much of Newman as is used here, so that types are checked where it is not installed. */
declare module 'newman' {
  interface Options {
    readonly collection: string;
    readonly envVar: readonly { readonly key: string; readonly value: string }[];
    readonly reporters: 'cli';
  }

  interface Execution {
    readonly response: { readonly code: number };
  }

  interface Summary {
    readonly run: { readonly failures: readonly unknown[]; readonly executions: readonly Execution[] };
  }

  const newman: { readonly run: (options: Options, done: (error: Error | null, summary: Summary) => void) => void };
  export = newman;
}
