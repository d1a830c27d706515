import { ListedProjects } from './accounts/answer.ts';
import { ProjectsRequest } from './accounts/request.ts';
import { SignedEvidence } from './evidence/answer.ts';
import { EvidenceRequest } from './evidence/request.ts';
import { NoticeListRequest, NoticeVersionRequest } from './notices/request.ts';
import { ListedNotices, NoticeVersion } from './notices/version-answer.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { ListedConsents } from './reports/answer.ts';
import { ConsentListRequest } from './reports/request.ts';

// The operations beyond the seven, which only read (docs/contract.md, Extensions). Each stands alone, as in the contract.

export const getEvidence = {
  path: '/consent-register/evidence/get',
  access: 'consent-register',
  request: EvidenceRequest,
  response: SignedEvidence,
  problems: ['parameters.invalid', 'consent.not-found'],
  extension: true,
  attests: true,
  verbatim: true,
  sizedBy: 'id',
  remedy: 'its operator can write this document with the command `evidence show`',
} as const satisfies OperationDefinition;

export const listConsents = {
  path: '/consent-register/list',
  access: 'consent-register',
  request: ConsentListRequest,
  response: ListedConsents,
  problems: ['parameters.invalid', 'search.throttled'],
  extension: true,
  sizedBy: 'perPage',
} as const satisfies OperationDefinition;

export const listNotices = {
  path: '/consent-register/notices/list',
  access: 'consent-register',
  request: NoticeListRequest,
  response: ListedNotices,
  problems: ['parameters.invalid', 'notice.not-found'],
  extension: true,
  sizedBy: 'pid',
  remedy:
    'ask for one notice by its `pid`; its operator can list the versions of one with the command `notice history`',
} as const satisfies OperationDefinition;

export const getNoticeVersion = {
  path: '/consent-register/notices/get',
  access: 'consent-register',
  request: NoticeVersionRequest,
  response: NoticeVersion,
  problems: ['parameters.invalid', 'notice.not-found'],
  extension: true,
} as const satisfies OperationDefinition;

export const listProjects = {
  path: '/consent-register/projects/list',
  access: 'consent-register',
  request: ProjectsRequest,
  response: ListedProjects,
  problems: ['parameters.invalid'],
  extension: true,
} as const satisfies OperationDefinition;
