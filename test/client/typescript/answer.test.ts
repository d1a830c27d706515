import { expectTypeOf, test } from 'vitest';
import type {
  AddedConsent,
  Client,
  ConsentPage,
  ConsentRecord,
  createClient,
  LatestSearch,
  NewConsent,
  NewConsents,
  OperationName,
  PageSearch,
} from '../../../client/typescript/index.ts';

const agreement = {
  projectUid: 'demo-shop',
  proof: { url: 'https://shop.example' },
  userData: { email: 'a@example.com' },
};
const { userData } = agreement;

test('the type of the client has a method for every operation', () => {
  expectTypeOf<keyof Client>().toEqualTypeOf<OperationName | 'searchAll' | 'getEvidenceFile'>();
});

test('a single notice has a single answer, an array has a list', () => {
  const single = (client: Client) => client.addConsent({ ...agreement, consentInformationPid: 1 });
  const version = (client: Client) => client.addConsent({ ...agreement, consentInformationVersionId: 'id' });
  const list = (client: Client) => client.addConsent({ ...agreement, consentInformationPid: [1] });
  const either = (client: Client, request: NewConsent | NewConsents) => client.addConsent(request);

  expectTypeOf(single).returns.resolves.toEqualTypeOf<AddedConsent>();
  expectTypeOf(version).returns.resolves.toEqualTypeOf<AddedConsent>();
  expectTypeOf(list).returns.resolves.toEqualTypeOf<{ data: AddedConsent[] }>();
  expectTypeOf(either).returns.resolves.toEqualTypeOf<AddedConsent | { data: AddedConsent[] }>();
});

test('a notice is named by PID or by version', () => {
  expectTypeOf({
    ...agreement,
    consentInformationPid: 1,
    consentInformationVersionId: 'id',
  }).not.toExtend<NewConsent>();
  expectTypeOf(agreement).not.toExtend<NewConsent | NewConsents>();
  expectTypeOf({ ...agreement, consentInformationPid: 1, lang: 'xx' }).not.toExtend<NewConsent>();
  expectTypeOf({ ...agreement, consentInformationPid: [1] }).not.toExtend<NewConsent>();
});

test('the first consent is a record or null, a page has totals', () => {
  const first = (client: Client) => client.searchConsents({ userData, first: true });
  const page = (client: Client) => client.searchConsents({ userData, page: 2 });
  const notFirst = (client: Client) => client.searchConsents({ userData, first: false, perPage: 50 });
  const either = (client: Client, search: LatestSearch | PageSearch) => client.searchConsents(search);
  const all = (client: Client) => client.searchAll({ userData });

  expectTypeOf(first).returns.resolves.toEqualTypeOf<{ data: ConsentRecord | null }>();
  expectTypeOf(page).returns.resolves.toEqualTypeOf<ConsentPage>();
  expectTypeOf(page).returns.resolves.toHaveProperty('totalPages').toEqualTypeOf<number>();
  expectTypeOf(notFirst).returns.resolves.toEqualTypeOf<ConsentPage>();
  expectTypeOf(either).returns.resolves.toEqualTypeOf<ConsentPage | { data: ConsentRecord | null }>();
  expectTypeOf(all).returns.toEqualTypeOf<AsyncGenerator<ConsentRecord, void, undefined>>();
  expectTypeOf({ userData, first: true as const, page: 1 }).not.toExtend<LatestSearch | PageSearch>();
});

test('email and password come together', () => {
  const baseUrl = 'https://example.com';

  expectTypeOf({ baseUrl }).toExtend<Parameters<typeof createClient>[0]>();
  expectTypeOf({ baseUrl, email: 'a@example.com' }).not.toExtend<Parameters<typeof createClient>[0]>();
});
