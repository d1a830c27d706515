import { userInfo } from 'node:os';

/** Who changes what only this machine has. */
export const findLocalUser = async (): Promise<string> => `local:${userInfo().username}`;
