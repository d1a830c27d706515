import { userInfo } from 'node:os';

/** The caller's name for changes to data of this machine. */
export const findLocalUser = async (): Promise<string> => `local:${userInfo().username}`;
