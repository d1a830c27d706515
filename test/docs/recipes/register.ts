import { beforeAll, vi } from 'vitest';
import type { ConsentRecord } from '../../../shared/schema/consent-record.ts';
import { logIn, post } from '../../e2e/http.ts';
import type { RunningService } from '../../e2e/service.ts';
import { startServiceOnSharedEngine } from '../../e2e/service.ts';

/** The register that all recipes of the test file record in, asked by itself what it holds. */
export interface TestRegister {
  readonly baseUrl: string;
  readonly consentsOf: (email: string) => Promise<readonly ConsentRecord[]>;
  readonly call: (path: string, parameters: Record<string, unknown>) => ReturnType<typeof post>;
}

const openRegister = async ({ baseUrl }: RunningService): Promise<TestRegister> => {
  const { access_token: token } = await logIn(baseUrl);
  const call: TestRegister['call'] = (path, parameters) => post(`${baseUrl}${path}`, parameters, token);
  const consentsOf = async (email: string) => {
    const { body } = await call('/consent-register/search', { userData: { email }, perPage: 50 });
    return body.data;
  };
  return { baseUrl, consentsOf, call };
};

/** Starts a service for the recipes of a test file. */
export const useRegister = (): (() => TestRegister) => {
  vi.setConfig({ testTimeout: 60_000 });
  let opened: TestRegister | undefined;
  beforeAll(async () => {
    const service = await startServiceOnSharedEngine();
    opened = await openRegister(service);
    return service.stop;
  });
  return () => {
    if (opened === undefined) throw new Error('The register is not open yet.');
    return opened;
  };
};
