import { RecordingPage } from '../recording/recording.tsx';
import { RevocationPage } from '../revocation/revocation.tsx';
import { RevokeAll } from '../revocation/revoke-all.tsx';

/** What only editors use: a file of its own, because most officers may only read. */
export const editorsPages = { RecordingPage, RevocationPage, RevokeAll } as const;
