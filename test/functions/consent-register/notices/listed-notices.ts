import * as v from 'valibot';
import { expect } from 'vitest';
import { ListedNotices } from '../../../../shared/notices/version-answer.ts';
import type { Parameters } from '../../../support/call/event.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';

export const list = async (
  tenant: Tenant,
  parameters: Parameters = {},
): Promise<v.InferOutput<typeof ListedNotices>['data']> => {
  const { status, body } = await invoke('listNotices', parameters, tenant);
  expect(status).toBe(200);
  return v.parse(ListedNotices, body).data;
};
