import { zipSync } from 'fflate';

/** The earliest time of a file in a ZIP archive. It is stored without a zone, so the local one gives the same bytes everywhere. */
const findEarliest = (): Date => new Date(1980, 0, 1);

const isUnix = 3;
const readableFile = 0o100644;

/**
 * A ZIP archive of files by their paths in it, in this order. The same files give the same bytes, whatever the clock and the zone.
 */
export const makeZip = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([path, content]) => [
        path,
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      ]),
    ),
    { level: 9, mtime: findEarliest(), os: isUnix, attrs: readableFile << 16 },
  );
