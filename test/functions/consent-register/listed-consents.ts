import * as v from 'valibot';
import { expect } from 'vitest';
import type { ListedConsent } from '../../../shared/consents/list-answer.ts';
import { ListedConsents } from '../../../shared/consents/list-answer.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';

export const timeout = 60_000;

export const list = async (tenant: Pick<Tenant, 'token'>, parameters: Parameters = {}) => {
  const { status, body } = await invoke('listConsents', parameters, { token: tenant.token });
  if (status !== 200) throw new Error(`The list was refused: ${JSON.stringify(body)}`);
  return v.parse(ListedConsents, body);
};

/** All rows page by page, and how many calls they took. */
export const listAll = async (tenant: Tenant, parameters: Parameters = {}) => {
  const rows: ListedConsent[] = [];
  let after: string | undefined;
  for (let calls = 1; ; calls += 1) {
    const { data, next }: ListedConsents = await list(tenant, { ...parameters, ...(after !== undefined && { after }) });
    rows.push(...data);
    if (next === null) return { rows, calls, ids: rows.map(({ id }) => id) };
    expect(after === undefined || next < after).toBe(true);
    after = next;
  }
};
