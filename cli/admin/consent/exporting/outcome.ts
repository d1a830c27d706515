import type { Manifest } from '../../../../shared/exchange/manifest.ts';
import type { Result } from '../../printing/output.ts';
import { toDetails } from '../../printing/output.ts';
import { checkFolder } from './check-folder.ts';

const shown = (time: string | null): string => time ?? '';

const describe = ({ account, counts, times, digest, asOf }: Manifest) => ({
  account: account.name,
  ...counts,
  first: shown(times.first),
  last: shown(times.last),
  'as of': asOf,
  digest: digest.value,
});

/** What a finished export has. @param more what this run took */
export const tellExport = (folder: string, manifest: Manifest, more: Readonly<Record<string, number>> = {}): Result =>
  toDetails({ folder, ...describe(manifest) }, { folder, ...manifest, ...more });

/** Checks a folder against its manifest, and tells what it has or what is wrong with it. */
export const tellCheck = async (folder: string): Promise<Result> => {
  const { manifest, wrong } = await checkFolder(folder);
  const told = tellExport(folder, manifest);
  return wrong.length === 0
    ? { ...told, remark: 'All is as the manifest says.' }
    : { ...told, finding: `Not as the manifest says: ${wrong.join(', ')}.` };
};
