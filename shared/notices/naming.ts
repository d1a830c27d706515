import * as v from 'valibot';

/** How a caller named a notice: by the id of a version, or by its PID, which stands for the version that is current. */
export const NoticeNaming = v.picklist(['version', 'pid']);
export type NoticeNaming = v.InferOutput<typeof NoticeNaming>;

/** How it was named; null where that was not kept. @param byPid as a consent stores it */
export const tellNaming = (byPid: boolean | undefined): NoticeNaming | null => {
  if (byPid === undefined) return null;
  return byPid ? 'pid' : 'version';
};
