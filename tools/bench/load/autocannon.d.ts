/** As much of autocannon as is used here, so that types are checked where it is not installed. */
declare module 'autocannon' {
  interface Client {
    readonly on: (event: 'response', listener: (status: number, bytes: number, milliseconds: number) => void) => void;
    readonly setRequests: (requests: readonly autocannon.Request[]) => void;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** In seconds. */
    readonly duration: number;
    readonly setupClient: (client: Client) => void;
  }

  /** Puts load on a server and resolves to what became of the requests. */
  function autocannon(options: Options): Promise<{ readonly errors: number; readonly non2xx: number }>;

  namespace autocannon {
    interface Request {
      readonly method?: string;
      readonly path?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly setupRequest?: (request: Request) => Request;
      readonly onResponse?: (status: number, body: string) => void;
    }
  }

  export = autocannon;
}
