import * as v from 'valibot';

/** How a caller named a notice: by the id of a version, or by its PID, which means the current version. */
export const NoticeNaming = v.picklist(['version', 'pid']);
export type NoticeNaming = v.InferOutput<typeof NoticeNaming>;

/** How the notice was named, or null if that was not kept. @param byPid as a consent stores it */
export const tellNaming = (byPid: boolean | undefined): NoticeNaming | null => {
  if (byPid === undefined) return null;
  return byPid ? 'pid' : 'version';
};
