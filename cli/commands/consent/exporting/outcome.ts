import type { Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { formatTime } from '../../../../shared/time.ts';
import type { Result } from '../../../printing/output.ts';
import { toDetails } from '../../../printing/output.ts';
import { countEach } from '../../../printing/progress.ts';
import { goOn } from '../go-on.ts';
import { checkFolder } from './export-folder.ts';

const shown = (time: string): string => formatTime(new Date(time));

const showCounts = ({ consents, revoked, erased, imported, noticeVersions, projects }: Manifest['counts']) => ({
  consents,
  revoked,
  erased,
  imported,
  'versions of notices': noticeVersions,
  projects,
});

const describe = ({ account, counts, times, digest, asOf }: Manifest) => ({
  account: account.name,
  ...showCounts(counts),
  ...(times.first !== null && times.last !== null && { given: `${shown(times.first)} to ${shown(times.last)} UTC` }),
  'as of': `${shown(asOf)} UTC`,
  digest: digest.value,
});

/** What to do with the digest of a new export. */
export const keepDigest =
  'Keep the digest in another place. If --verify prints the same digest later, nobody has changed the folder.';

/** The content of a finished export. @param more figures of this run */
export const tellExport = (folder: string, manifest: Manifest, more: Readonly<Record<string, number>> = {}): Result =>
  toDetails({ folder, ...describe(manifest) }, { folder, ...manifest, ...more });

/** Checks a folder against its manifest, and reports its content or what differs. */
export const tellCheck = async (folder: string): Promise<Result> => {
  const { manifest, wrong } = await checkFolder(folder);
  const told = tellExport(folder, manifest);
  return wrong.length === 0
    ? { ...told, remark: 'The folder matches its manifest.' }
    : {
        ...told,
        finding: `The folder differs from its manifest: ${wrong.join(', ')}. Do not rely on it: export again, or use another copy.`,
      };
};

/** How far an interrupted export got; completes a sentence. */
export const tellSoFar = (folder: string, consents: number): string =>
  `${countEach(consents, 'consent')} ${consents === 1 ? 'is' : 'are'} in ${tame(folder)}, which is still incomplete. ${goOn}`;
