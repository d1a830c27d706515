import type { GenericSchema, InferOutput } from 'valibot';
import type { contract, OperationName } from '../../../shared/api/contract.ts';

/** Groups of operations, in their order in the documents. */
export const tags = {
  tokens: { name: 'Tokens', description: 'Logging in and checking who calls.' },
  consents: { name: 'Consents', description: 'Recording, finding and revoking consents.' },
  notices: { name: 'Notices', description: 'The texts that people agree to.' },
  evidence: {
    name: 'Evidence',
    description: 'An extension to the seven operations: signed documents for readers who do not trust the register.',
  },
  checks: {
    name: 'Before a mailing',
    description: 'Extensions to the seven operations: who may be written to, and the links by which people withdraw.',
  },
  lists: {
    name: 'Lists',
    description: 'Extensions to the seven operations: lists and figures for pages that people read.',
  },
  confirmations: {
    name: 'Confirming by email',
    description: 'An extension to the seven operations: double opt-in that only the mailbox can confirm.',
  },
  erasures: {
    name: 'Requests to erase',
    description: 'Extensions to the seven operations: asking the operator to erase consents, and what became of it.',
  },
} as const;

/** Parameters as JSON. */
type Parameters = Readonly<Record<string, unknown>>;

/** A request with a summary. Tests send it to the service with demo data. */
export interface Example {
  readonly summary: string;
  readonly request: Parameters;
  /** The form of the answer. Ids, times and tokens differ each time. */
  readonly answer: unknown;
  /** A member of the answer that is too long for an example, so only a part is shown. */
  readonly partOf?: string;
  /** What readers must put into the request, since the example's value exists nowhere else. */
  readonly yours?: string;
  /** Its position among the calls, if it is the first example of its operation. */
  readonly step?: number;
  /** Members of its answer that later requests use. */
  readonly keeps?: readonly string[];
  /** Members of the request that come from an earlier answer: member -> kept member. */
  readonly takes?: Readonly<Record<string, string>>;
}

/** A follow-up operation that uses parts of an answer. They are runtime expressions of OpenAPI. */
export interface Link {
  readonly to: OperationName;
  readonly description: string;
  readonly request: Parameters;
}

type MemberOf<Answer> = Answer extends unknown ? keyof Answer & string : never;

/**
 * Everything that the document, the curl lines, the events and the client say about an operation, besides its
 * contract.
 */
export interface Description<Name extends OperationName = OperationName> {
  readonly tag: keyof typeof tags;
  /** One line. */
  readonly summary: string;
  /** One or more paragraphs in CommonMark. */
  readonly description: string;
  /**
   * By names that are unique in the document. The first stands for the operation: it is in the curl line and in the
   * event.
   */
  readonly examples: Readonly<Record<string, Example>>;
  /** Schemas of its answer that have a name in the document. */
  readonly schemas: Readonly<Record<string, GenericSchema>>;
  /** Follow-up operations, by names that are unique in the operation. */
  readonly links: Readonly<Record<string, Link>>;
  /** A request with one wrong parameter. Undefined if there are no parameters. */
  readonly refused?: Parameters;
  /** Members that distinguish an answer from that of another server. Each answer has one of them. */
  readonly marks: readonly MemberOf<InferOutput<(typeof contract)[Name]['response']>>[];
}
