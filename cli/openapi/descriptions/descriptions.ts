import type { OperationName } from '../../../shared/contract.ts';
import { addConsent } from './add-consent.ts';
import type { Description } from './description.ts';
import { details } from './details.ts';
import { getEvidence } from './get-evidence.ts';
import { getNoticeVersion } from './get-notice-version.ts';
import { getNotices } from './get-notices.ts';
import { getOverview } from './get-overview.ts';
import { listConsents } from './list-consents.ts';
import { listNotices } from './list-notices.ts';
import { listProjects } from './list-projects.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refreshToken } from './refresh-token.ts';
import { revokeConsent } from './revoke-consent.ts';
import { searchConsents } from './search-consents.ts';

/** The description of each operation, for documents and tests. No function loads it. */
export const descriptions: { readonly [Name in OperationName]: Description<Name> } = {
  login,
  details,
  refreshToken,
  addConsent,
  searchConsents,
  revokeConsent,
  getNotices,
  getEvidence,
  listConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
  getOverview,
  logout,
};
