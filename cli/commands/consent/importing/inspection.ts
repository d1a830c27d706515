import { createHash } from 'node:crypto';
import { versionOf } from '../../../../shared/notices/lineage.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { withProgress } from '../../../printing/progress.ts';
import type { Opened, Wanted } from './opening.ts';
import type { Rejected } from './rejected-file.ts';
import { formatHeader, formatRejected, toldLines, toRejected } from './rejected-file.ts';

/** The content of a file, before anything is written. */
export interface Inspection {
  /** Lines and records of any kind. */
  readonly records: number;
  readonly consents: number;
  readonly revoked: number;
  readonly passedOver: number;
  /** Consents that were erased here, and stay erased. */
  readonly erased: number;
  readonly rejected: number;
  /** The first rejected lines. */
  readonly rejectedLines: readonly Rejected[];
  /** When the consents were given; null without any. */
  readonly times: { readonly first: string | null; readonly last: string | null };
  /** The number of consents to each version, by project and notice. */
  readonly versions: readonly { readonly project: string; readonly notice: string; readonly consents: number }[];
  /** Hash of all bytes read, in hex. */
  readonly sha256: string;
}

/** The running counts. */
class Count {
  records = 0;
  consents = 0;
  revoked = 0;
  passedOver = 0;
  erased = 0;
  rejected = 0;
  readonly rejectedLines: Rejected[] = [];
  first: string | null = null;
  last: string | null = null;
  readonly #versions = new Map<string, number>();

  take(time: string, isRevoked: boolean, of: string): void {
    this.consents += 1;
    if (isRevoked) this.revoked += 1;
    if (this.first === null || time < this.first) this.first = time;
    if (this.last === null || time > this.last) this.last = time;
    this.#versions.set(of, (this.#versions.get(of) ?? 0) + 1);
  }

  reject(rejected: Rejected): void {
    this.rejected += 1;
    if (this.rejectedLines.length < toldLines) this.rejectedLines.push(rejected);
  }

  versions(lineage: Opened['lineage']): Inspection['versions'] {
    return [...this.#versions].map(([of, consents]) => {
      const [versionId = '', ...uid] = of.split(' ');
      const { name, version } = versionOf(lineage, versionId);
      return { project: uid.join(' '), notice: `${name}, version ${version}`, consents };
    });
  }
}

/**
 * Reads the whole file and writes nothing.
 *
 * @param onRejected gets each rejected record in the form of the file of rejected lines
 * @throws CommandError when the file is incomplete, of another kind, or empty
 */
export const inspect = async (
  { file }: Pick<Wanted, 'file'>,
  { supply, lineage }: Pick<Opened, 'supply' | 'lineage'>,
  onRejected: (text: string) => Promise<void>,
): Promise<Inspection> => {
  const count = new Count();
  const hash = createHash('sha256');
  await withProgress('records checked', async (advance) => {
    for await (const supplied of supply.read((bytes) => hash.update(bytes))) {
      const { mapped } = supplied;
      if ('isHeader' in mapped) {
        await onRejected(formatHeader(supply, supplied));
        continue;
      }
      count.records += 1;
      advance(1);
      if ('isPassedOver' in mapped) count.passedOver += 1;
      else if ('isErased' in mapped) count.erased += 1;
      else if ('faults' in mapped) {
        const rejected = toRejected(supplied, mapped.faults);
        count.reject(rejected);
        await onRejected(formatRejected(supply, supplied, rejected));
      } else {
        const { time, revokeTime, consentInformationVersionId, projectUid } = mapped.line;
        count.take(time, revokeTime !== null, `${consentInformationVersionId} ${projectUid}`);
      }
    }
  });
  const { records, consents, revoked, passedOver, erased, rejected, rejectedLines, first, last } = count;
  if (records === 0) throw new CommandError(`${tame(file)} is empty. Nothing was changed.`, 'usage');
  return {
    records,
    consents,
    revoked,
    passedOver,
    erased,
    rejected,
    rejectedLines,
    times: { first, last },
    versions: count.versions(lineage),
    sha256: hash.digest('hex'),
  };
};
