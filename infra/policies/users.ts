import { may } from '../../shared/store/item-access.ts';
import {
  endingSessions,
  findingAccount,
  findingSessions,
  findingUser,
  listingOfAccount,
  logging,
  mayUpdate,
  newUser,
  numbering,
  partitions,
} from './items.ts';
import type { Rights } from './rights.ts';
import { items } from './rights.ts';

const { account, user, sessions, attempts, userNumbers } = partitions;

/** The commands about users, with everything that each does. */
export const rightsOfUserCommands = {
  'user create': items(...findingAccount, ...findingUser, newUser, ...numbering(userNumbers), ...logging),
  'user list': items(...listingOfAccount, may('BatchGetItem', user)),
  'user show': items(...findingSessions),
  'user rename': items(...findingUser, mayUpdate(['name', 'updatedAt'], user), ...logging),
  'user enable': items(...findingUser, ...endingSessions(), ...logging),
  'user disable': items(...findingSessions, ...endingSessions(), ...logging),
  'user role': items(...findingUser, mayUpdate(['role', 'updatedAt'], user), ...logging),
  'user password': items(
    ...[...findingSessions, may('GetItem', account)],
    ...[...endingSessions('passwordHash'), ...logging],
  ),
  'user allow-address': items(
    ...findingUser,
    mayUpdate(['knownUntil', 'expiresAt', 'windowEndsMs', 'windowStep', 'attemptIds'], attempts),
    ...logging,
  ),
  'user sessions': items(...findingSessions),
  'user end-session': items(...findingSessions, ...endingSessions(), mayUpdate(['endedAt'], sessions), ...logging),
} as const satisfies Readonly<Record<string, Rights>>;
