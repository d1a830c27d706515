import type { Announcement } from '../../shared/log/events/announcing.ts';
import type { EvidenceKeyName } from '../../shared/identity/keys/evidence-key.ts';
import type { Table } from '../../shared/store/client.ts';

/** What a command works on. */
export interface Stage {
  /** As people read it: `stage prod, table ... in eu-central-1`. */
  readonly label: string;
  readonly table: Table;
  /** The erasures table. Undefined if nobody named it, or the stage was deployed before it existed. */
  readonly erasures: Table | undefined;
  /** The append-only log. Undefined if nobody named it, or the stage has none. */
  readonly log: Table | undefined;
  /** The option `logName`, if the stage sets it. */
  readonly logName: string | undefined;
  readonly isLocal: boolean;
  /** Whether its data is disposable: a stage for development, or the local service. */
  readonly isDevelopment: boolean;
  /** Known for a stage and the local service, not for a table alone. */
  readonly apiUrl: string | undefined;
  /** Name or ARN of the secret with the signing key, known together with the URL. */
  readonly signingKeySecret: string | undefined;
  /** The key that signs evidence, known together with the URL, unless the stage was deployed before it existed. */
  readonly evidenceKey: EvidenceKeyName | undefined;
  /** Where events go. Known for the local service, and for a stage with events. */
  readonly announcement: Announcement | undefined;
  /** Who runs the command: the ARN from STS, or `local:` and the user of the machine. */
  readonly findCaller: () => Promise<string>;
}
