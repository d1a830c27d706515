import type { GenericSchema } from 'valibot';
import { object } from 'valibot';
import { ConfirmationRequest, RequestedConfirmation } from '../confirmations/request-schemas.ts';
import { CheckedPeople, PeopleCheck } from '../consents/check-schemas.ts';
import { AddedConsents, RevokedConsent } from '../consents/consent-answer.ts';
import { NewConsents, Revocation } from '../consents/consent-request.ts';
import { DueConsents } from '../consents/due-answer.ts';
import { DueConsentsRequest } from '../consents/due-request.ts';
import {
  ErasureListRequest,
  ErasureRequest,
  RequestedErasure,
  RequestedErasures,
} from '../consents/erasure/request-schemas.ts';
import { ListedConsents } from '../consents/list-answer.ts';
import { ConsentListRequest } from '../consents/list-request.ts';
import { FoundConsents } from '../consents/search-answer.ts';
import { ConsentSearch } from '../consents/search-request.ts';
import { EvidenceRequest, SignedEvidence } from '../evidence/request-schemas.ts';
import { ListedProjects } from '../identity/project-answer.ts';
import { ProjectsRequest } from '../identity/project-request.ts';
import { ChangedPassword, EndedSession, TokenSet, UserDetails } from '../identity/token-answer.ts';
import { Login, PasswordChange, TokenRefresh } from '../identity/token-request.ts';
import { LinkRequest, MadeLinks } from '../links/link-schemas.ts';
import { Overview, OverviewRequest } from '../log/overview-schemas.ts';
import { Notices } from '../notices/notice-answer.ts';
import { NoticeListRequest, NoticeRequest, NoticeVersionRequest } from '../notices/notice-request.ts';
import { ListedNotices, NoticeVersion } from '../notices/version-answer.ts';
import type { OperationDefinition, OperationRules } from './operations.ts';
import * as rules from './operations.ts';

// The annotation lets a function's bundle leave out the other operations and their schemas.
/* @__NO_SIDE_EFFECTS__ */
const define = <Rules extends OperationRules, Request extends GenericSchema, Response extends GenericSchema>(
  own: Rules,
  request: Request,
  response: Response,
) => ({ ...own, request, response });

export const login = define(rules.login, Login, TokenSet);
export const details = define(rules.details, object({}), UserDetails);
export const refreshToken = define(rules.refreshToken, TokenRefresh, TokenSet);
export const changePassword = define(rules.changePassword, PasswordChange, ChangedPassword);
export const logout = define(rules.logout, object({}), EndedSession);
export const addConsent = define(rules.addConsent, NewConsents, AddedConsents);
export const searchConsents = define(rules.searchConsents, ConsentSearch, FoundConsents);
export const revokeConsent = define(rules.revokeConsent, Revocation, RevokedConsent);
export const getNotices = define(rules.getNotices, NoticeRequest, Notices);
export const getEvidence = define(rules.getEvidence, EvidenceRequest, SignedEvidence);
export const checkPeople = define(rules.checkPeople, PeopleCheck, CheckedPeople);
export const makeLinks = define(rules.makeLinks, LinkRequest, MadeLinks);
export const listConsents = define(rules.listConsents, ConsentListRequest, ListedConsents);
export const listDueConsents = define(rules.listDueConsents, DueConsentsRequest, DueConsents);
export const listNotices = define(rules.listNotices, NoticeListRequest, ListedNotices);
export const getNoticeVersion = define(rules.getNoticeVersion, NoticeVersionRequest, NoticeVersion);
export const listProjects = define(rules.listProjects, ProjectsRequest, ListedProjects);
export const getOverview = define(rules.getOverview, OverviewRequest, Overview);
export const requestConfirmation = define(rules.requestConfirmation, ConfirmationRequest, RequestedConfirmation);
export const requestErasure = define(rules.requestErasure, ErasureRequest, RequestedErasure);
export const listErasureRequests = define(rules.listErasureRequests, ErasureListRequest, RequestedErasures);

/**
 * The interface: its operations as data, with their schemas. Routes, functions, the local service, the API documents
 * and tests derive from it.
 */
export const contract = {
  login,
  details,
  refreshToken,
  addConsent,
  searchConsents,
  revokeConsent,
  getNotices,
  getEvidence,
  checkPeople,
  makeLinks,
  listConsents,
  listDueConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
  getOverview,
  requestConfirmation,
  requestErasure,
  listErasureRequests,
  changePassword,
  logout,
} as const satisfies Record<keyof typeof rules.operations, OperationDefinition>;

export type OperationName = keyof typeof contract;
