import { identifierPattern } from '../../../../shared/identifier.ts';
import type { LineageVersion } from '../../../../shared/notices/lineage.ts';

/** All versions of all notices of an account, by the notice's name and PID, oldest first. */
export type Versions = ReadonlyMap<string, readonly LineageVersion[]>;

export const groupVersions = (lineage: Iterable<LineageVersion>): Versions => {
  const versions = [...lineage].sort((one, other) => one.version - other.version);
  return new Map([...Map.groupBy(versions, ({ pid }) => String(pid)), ...Map.groupBy(versions, ({ name }) => name)]);
};

/** The version with a number or an id. */
export const findVersion = (versions: readonly LineageVersion[], text: string): LineageVersion | undefined =>
  versions.find(({ id, version }) => (identifierPattern.test(text) ? id === text : String(version) === text));

/** The version that was current at a moment; undefined before the first. */
export const currentAt = (versions: readonly LineageVersion[], moment: Date): LineageVersion | undefined =>
  versions.findLast(({ publishedAt }) => new Date(publishedAt) <= moment);
