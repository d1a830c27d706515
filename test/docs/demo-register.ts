import { beforeAll, vi } from 'vitest';
import { demoPassword, provisionDemo, renewDemoKey } from '../../cli/local/demo.ts';
import type { ConsentRecord } from '../../shared/consents/record.ts';
import { hashPassword } from '../../shared/identity/passwords.ts';
import type { ConsentInformation } from '../../shared/notices/notice-answer.ts';
import { logIn, post } from '../e2e/http.ts';
import { serveFunctions } from '../support/call/gateway.ts';
import { editItem, readAllItems } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

/** A register with the demo data that programs call, asked by itself what it has. */
export interface DemoRegister {
  readonly baseUrl: string;
  /** Of the demo user. */
  readonly token: string;
  /** Of the demo user too, as the start prints it. */
  readonly key: string;
  readonly consentsOf: (email: string) => Promise<readonly ConsentRecord[]>;
  readonly call: (path: string, parameters: Record<string, unknown>) => ReturnType<typeof post>;
  /** The current version of a notice of the demo account. */
  readonly notice: (pid: number) => Promise<ConsentInformation>;
}

const openRegister = async (baseUrl: string): Promise<DemoRegister> => {
  const { access_token: token } = await logIn(baseUrl);
  const call: DemoRegister['call'] = (path, parameters) => post(`${baseUrl}${path}`, parameters, token);
  const consentsOf = async (email: string) => {
    const { body } = await call('/consent-register/search', { userData: { email }, perPage: 50 });
    return body.data;
  };
  const notice = async (pid: number) => {
    const { body } = await call('/consent-register/information/get', { pid });
    const found = body.data[pid];
    if (found === undefined) throw new Error(`There is no notice ${pid}.`);
    return found;
  };
  const key = (await renewDemoKey(table, new Date())) ?? '';
  return { baseUrl, token, key, consentsOf, call, notice };
};

/** Serves the real functions, with the demo data, for a test file. */
export const useDemoRegister = (): (() => DemoRegister) => {
  vi.setConfig({ testTimeout: 60_000 });
  let opened: DemoRegister | undefined;
  beforeAll(async () => {
    await putDemo();
    opened = await openRegister(`http://127.0.0.1:${await serveFunctions()}`);
  });
  return () => {
    if (opened === undefined) throw new Error('The register is not open yet.');
    return opened;
  };
};

/** Puts the demo data into the table of this test file. Its users log in at the cost of tests, a hundredth of the real one. */
export const putDemo = async (): Promise<void> => {
  await provisionDemo(table, new Date());
  const hash = await hashPassword(demoPassword);
  const credentials = (await readAllItems(table)).filter((item) => 'passwordHash' in item);
  await Promise.all(credentials.map((item) => editItem(table, item, 'SET passwordHash = :hash', { ':hash': hash })));
};
