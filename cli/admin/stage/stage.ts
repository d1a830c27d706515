import type { Announcement } from '../../../shared/events/announcing.ts';
import type { EvidenceKeyName } from '../../../shared/keys/evidence-key.ts';
import type { Table } from '../../../shared/store/client.ts';

/** What a command works on. */
export interface Stage {
  /** As people read it: `stage prod, table ... in eu-central-1`. */
  readonly label: string;
  readonly table: Table;
  /** What was erased, and the key of what stays of it. Unknown where nobody named it, or the stage was deployed before there was one. */
  readonly erasures: Table | undefined;
  /** The log that is only appended to. Unknown where nobody named it, or the stage has none. */
  readonly log: Table | undefined;
  readonly isLocal: boolean;
  /** Whether data may go with it: a stage for development, or the local service. */
  readonly isDevelopment: boolean;
  /** Known of a stage and of the local service, not of a table alone. */
  readonly apiUrl: string | undefined;
  /** Name or ARN of the secret that holds the signing key, known where the URL is. */
  readonly signingKeySecret: string | undefined;
  /** The key that signs evidence, known where the URL is, unless the stage was deployed before there was one. */
  readonly evidenceKey: EvidenceKeyName | undefined;
  /** Where events go. Known of the local service, and of a stage that tells others of events. */
  readonly announcement: Announcement | undefined;
  /** Who runs the command: the ARN that STS knows, or `local:` and the user of the machine. */
  readonly findCaller: () => Promise<string>;
}
