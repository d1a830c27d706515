import type { AnswerOf, Client } from '../../../client/index.ts';

export type ListedNotice = AnswerOf<'listNotices'>['data'][number];

/** A notice with all its versions. @throws ConsentRegisterError `notice.not-found`, or any error of a call */
export const findNotice = async (client: Client, pid: number, signal: AbortSignal): Promise<ListedNotice> => {
  const { data } = await client.listNotices({ pid }, { signal });
  const [notice] = data;
  if (notice === undefined) throw new Error('The answer lacks the notice that was asked for.');
  return notice;
};
