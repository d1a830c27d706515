import { randomUUID } from 'node:crypto';
import { beforeAll, vi } from 'vitest';
import { demoAccounts, provisionDemo } from '../../../cli/local/demo.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { toGaps } from '../../../shared/evidence/statement.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import type { ConsentInformation } from '../../../shared/notices/notice-answer.ts';
import { logIn, post } from '../../e2e/http.ts';
import { serveFunctions } from '../../support/gateway.ts';
import { publishVersion } from '../../support/notices.ts';
import { table } from '../../support/table.ts';

/** The register that all recipes of the test file record in, asked by itself what it holds. */
export interface TestRegister {
  readonly baseUrl: string;
  readonly consentsOf: (email: string) => Promise<readonly ConsentRecord[]>;
  readonly call: (path: string, parameters: Record<string, unknown>) => ReturnType<typeof post>;
  /** The current version of a notice of the demo account. */
  readonly notice: (pid: number) => Promise<ConsentInformation>;
  /** Publishes another version of the recipes' notice, in Italian, English and German. */
  readonly publish: () => Promise<ConsentInformation>;
  /** What would make a consent stronger. */
  readonly gapsOf: (id: string) => Promise<readonly string[]>;
}

const recipesPid = 2;

/** A version like no other, with what a template or a theme may spoil. */
const makeContent = (validityDays: number) => {
  const mark = randomUUID();
  const title = `Newsletter & "Neues" <${mark}>`;
  const write = (text: string) =>
    `<p lang="x-${mark}">${text}: it's {key} or {{ $key }} &amp; 100%s <em>“Käthe”</em></p>`;
  return {
    validityDays,
    notification: false,
    title: { ita: `${title} ita`, eng: `${title} eng`, deu: `${title} deu` },
    descriptionHtml: { ita: write('Desidero'), eng: write('I want'), deu: write('Ich möchte') },
  };
};

const openRegister = async (baseUrl: string): Promise<TestRegister> => {
  const { access_token: token } = await logIn(baseUrl);
  const call: TestRegister['call'] = (path, parameters) => post(`${baseUrl}${path}`, parameters, token);
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
  let published = 0;
  const publish = async () => {
    published += 1;
    await publishVersion(table, demoAccounts.demoShop.id, recipesPid, makeContent(30 + published), new Date());
    return notice(recipesPid);
  };
  const gapsOf = async (id: string) => {
    const owned = await findOwned(table, await listAccounts(table), id);
    if (owned === undefined) throw new Error('There is no such consent.');
    return toGaps(await readHoldings(table, owned));
  };
  return { baseUrl, consentsOf, call, notice, publish, gapsOf };
};

/** Serves the real functions, with the demo data, for the recipes of a test file. */
export const useRegister = (): (() => TestRegister) => {
  vi.setConfig({ testTimeout: 60_000 });
  let opened: TestRegister | undefined;
  beforeAll(async () => {
    await provisionDemo(table, new Date());
    opened = await openRegister(`http://127.0.0.1:${await serveFunctions()}`);
  });
  return () => {
    if (opened === undefined) throw new Error('The register is not open yet.');
    return opened;
  };
};
