import type { GenericSchema, InferOutput } from 'valibot';
import type { contract, OperationName } from '../contract.ts';

/** Groups of operations, in their order in the documents. */
export const tags = {
  tokens: { name: 'Tokens', description: 'Logging in and checking who calls.' },
  consents: { name: 'Consents', description: 'Recording, finding and revoking consents.' },
  notices: { name: 'Notices', description: 'The texts that people agree to.' },
  evidence: {
    name: 'Evidence',
    description: 'An extension to the seven operations: signed documents for readers who do not trust the register.',
  },
  lists: {
    name: 'Lists',
    description: 'Extensions to the seven operations: lists and figures for pages that people read.',
  },
} as const;

/** Parameters as JSON. */
type Parameters = Readonly<Record<string, unknown>>;

/** A request and what it is about. Tests send it to the service with demo data. */
export interface Example {
  readonly summary: string;
  readonly request: Parameters;
  /** What the answer looks like; ids, times and tokens are others each time. */
  readonly answer: unknown;
  /** A member of the answer that is too long for an example: a part of it is shown. */
  readonly partOf?: string;
  /** What to put into the request: there is none like it elsewhere. */
  readonly yours?: string;
  /** Where it stands in the flow of the collection, which goes by this number; in none where it has no number. */
  readonly step?: number;
  /** Members of its answer that later requests take. */
  readonly keeps?: readonly string[];
  /** Members of the request that are taken from what was kept, or set in the collection: member -> kept member, or setting. */
  readonly takes?: Readonly<Record<string, string>>;
}

/** An operation that takes what an answer has: what is taken is a runtime expression of OpenAPI. */
export interface Link {
  readonly to: OperationName;
  readonly description: string;
  readonly request: Parameters;
}

type MemberOf<Answer> = Answer extends unknown ? keyof Answer & string : never;

/** All that documents, the collection, the lines of curl, the events and the client say of an operation beside its contract. */
export interface Description<Name extends OperationName = OperationName> {
  readonly tag: keyof typeof tags;
  /** A line. */
  readonly summary: string;
  /** What to know, in CommonMark. */
  readonly description: string;
  /**
   * By names that are used in the document once. The first stands for the operation: it is the one on the page in Markdown, the
   * line of curl and the event.
   */
  readonly examples: Readonly<Record<string, Example>>;
  /** Schemas of its answer that the document has by a name. */
  readonly schemas: Readonly<Record<string, GenericSchema>>;
  /** What an answer leads to, by names that are used in the operation once. */
  readonly links: Readonly<Record<string, Link>>;
  /** A request with one parameter that is wrong; none where there are no parameters. */
  readonly refused?: Parameters;
  /** Members that tell an answer from that of another server: each answer has one of them. */
  readonly marks: readonly MemberOf<InferOutput<(typeof contract)[Name]['response']>>[];
}
