import type { Manifest } from '../../../../shared/exchange/manifest.ts';
import { formatTime } from '../../../../shared/time.ts';
import type { Result } from '../../printing/output.ts';
import { toDetails } from '../../printing/output.ts';
import { checkFolder } from './check-folder.ts';

const shown = (time: string): string => formatTime(new Date(time));

const showCounts = ({ consents, revoked, erased, imported, noticeVersions, projects }: Manifest['counts']) => ({
  ...{ consents, revoked, erased, imported, 'versions of notices': noticeVersions, projects },
});

const describe = ({ account, counts, times, digest, asOf }: Manifest) => ({
  account: account.name,
  ...showCounts(counts),
  ...(times.first !== null && times.last !== null && { given: `${shown(times.first)} to ${shown(times.last)} UTC` }),
  'as of': `${shown(asOf)} UTC`,
  digest: digest.value,
});

/** What is to be done with what a new export printed. */
export const keepDigest =
  'Write the digest down elsewhere: if --verify prints the same one later, nobody has changed the folder.';

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
