import { identifierPattern } from '../../shared/runtime/identifier.ts';
import { isMonth } from './search/period.ts';

/** Filters of a list of consents. None is personal: values of a person never appear in an address. */
const filterNames = ['from', 'until', 'state', 'project', 'notice', 'version', 'lang', 'channel'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filter = { readonly [Name in FilterName]?: string };

/** Where the reader is. */
export type Address =
  /** @property project UID of the chosen project; without it, all projects. @property notice PID of the chosen notice */
  | { readonly view: 'overview'; readonly project?: string | undefined; readonly notice?: number | undefined }
  /** @property after id of the consent after which a page of the list begins; without it, the newest page */
  | { readonly view: 'consents'; readonly filter: Filter; readonly after?: string | undefined }
  /** @property at time to show the state for: a month, a day or a time in UTC */
  | { readonly view: 'consent'; readonly id: string; readonly at?: string | undefined }
  /** @property days within which a consent expires. @property month by whose end it expires. @property after as for a list of consents */
  | {
      readonly view: 'due';
      readonly days?: number | undefined;
      readonly month?: string | undefined;
      readonly reason?: string | undefined;
      readonly project?: string | undefined;
      readonly notice?: number | undefined;
      readonly after?: string | undefined;
    }
  | { readonly view: 'person'; readonly id: string }
  /** @property id of a consent of the person whose consents are to be erased */
  | { readonly view: 'person-erasure'; readonly id: string }
  /** @property id of a consent of the person whose consents are to be revoked */
  | { readonly view: 'person-revocation'; readonly id: string }
  | { readonly view: 'revocation'; readonly id: string }
  | { readonly view: 'recording' }
  | { readonly view: 'erasures' }
  | { readonly view: 'notices' }
  | {
      readonly view: 'notice';
      readonly pid: number;
      /** Two versions side by side, and the language of their texts. */
      readonly left?: number | undefined;
      readonly right?: number | undefined;
      readonly lang?: string | undefined;
    }
  /** @property lang language of the consent that led there, in which its text stands first */
  | {
      readonly view: 'version';
      readonly pid: number;
      readonly version: number;
      readonly lang?: string | undefined;
    }
  | { readonly view: 'user' }
  | { readonly view: 'nowhere' };

/** Where a reader begins. */
export const firstPage: Address = { view: 'overview' };

const readNumber = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

const readFilter = (parameters: URLSearchParams): Filter =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = parameters.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

const readList = (parameters: URLSearchParams): Address => {
  const after = parameters.get('after') ?? '';
  return { view: 'consents', filter: readFilter(parameters), ...(identifierPattern.test(after) && { after }) };
};

/** The pages of a consent but its own, and of its person. */
const partsOfConsent = {
  revoke: 'revocation',
  person: 'person',
  'person/erasure': 'person-erasure',
  'person/revoke': 'person-revocation',
} as const;

const isPartOfConsent = (part: string): part is keyof typeof partsOfConsent => Object.hasOwn(partsOfConsent, part);

const readConsent = (id: string, part: string, parameters: URLSearchParams): Address => {
  if (!identifierPattern.test(id)) return { view: 'nowhere' };
  if (part === '') return { view: 'consent', id, at: parameters.get('at') ?? undefined };
  return isPartOfConsent(part) ? { view: partsOfConsent[part], id } : { view: 'nowhere' };
};

const readLanguage = (parameters: URLSearchParams): { readonly lang?: string } => {
  const lang = parameters.get('lang') ?? '';
  return /^[a-z]{3}$/.test(lang) ? { lang } : {};
};

const readNotice = (pidText: string, part: string, parameters: URLSearchParams): Address => {
  const pid = readNumber(pidText);
  if (pid === undefined) return { view: 'nowhere' };
  if (part !== '') {
    const version = readNumber(part);
    return version === undefined ? { view: 'nowhere' } : { view: 'version', pid, version, ...readLanguage(parameters) };
  }
  return {
    view: 'notice',
    pid,
    left: readNumber(parameters.get('left')),
    right: readNumber(parameters.get('right')),
    lang: parameters.get('lang') ?? undefined,
  };
};

const readOverview = (name: string | undefined, parameters: URLSearchParams): Address => {
  if (name !== undefined) return { view: 'nowhere' };
  const { project } = readFilter(parameters);
  const notice = readNumber(parameters.get('notice'));
  return { view: 'overview', ...(project !== undefined && { project }), ...(notice !== undefined && { notice }) };
};

const readDue = (name: string | undefined, parameters: URLSearchParams): Address => {
  if (name !== undefined) return { view: 'nowhere' };
  const [after, month] = [parameters.get('after') ?? '', parameters.get('month') ?? ''];
  return {
    view: 'due',
    days: readNumber(parameters.get('days')),
    month: isMonth(month) ? month : undefined,
    reason: parameters.get('reason') ?? undefined,
    project: readFilter(parameters).project,
    notice: readNumber(parameters.get('notice')),
    after: identifierPattern.test(after) ? after : undefined,
  };
};

/** Reads the fragment of the page's URL, which is never sent to a server. */
export const readAddress = (fragment: string): Address => {
  const [path = '', query = ''] = fragment.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const [room = '', name, ...rest] = path.split('/').filter((step) => step !== '');
  const part = rest.join('/');
  if (room === '') return readOverview(undefined, parameters);
  if (room === 'overview') return readOverview(name, parameters);
  if (room === 'user') return { view: name === undefined ? 'user' : 'nowhere' };
  if (room === 'erasures') return { view: name === undefined ? 'erasures' : 'nowhere' };
  if (room === 'record') return { view: name === undefined ? 'recording' : 'nowhere' };
  if (room === 'due') return readDue(name, parameters);
  if (room === 'consents') {
    return name === undefined ? readList(parameters) : readConsent(name, part, parameters);
  }
  if (room !== 'notices') return { view: 'nowhere' };
  return name === undefined ? { view: 'notices' } : readNotice(name, part, parameters);
};

const withQuery = (path: string, query: Readonly<Record<string, string | number | undefined>>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? `#/${path}` : `#/${path}?${new URLSearchParams(given)}`;
};

/** The fragment for an address. */
export const toFragment = (address: Address): string => {
  switch (address.view) {
    case 'overview':
      return withQuery('overview', { project: address.project, notice: address.notice });
    case 'consents':
      return withQuery('consents', { ...address.filter, after: address.after });
    case 'due': {
      const { days, month, reason, project, notice, after } = address;
      return withQuery('due', { days, month, reason, project, notice, after });
    }
    case 'consent':
      return withQuery(`consents/${address.id}`, { at: address.at });
    case 'person':
      return `#/consents/${address.id}/person`;
    case 'person-erasure':
      return `#/consents/${address.id}/person/erasure`;
    case 'person-revocation':
      return `#/consents/${address.id}/person/revoke`;
    case 'revocation':
      return `#/consents/${address.id}/revoke`;
    case 'recording':
      return '#/record';
    case 'erasures':
      return '#/erasures';
    case 'notices':
      return '#/notices';
    case 'user':
      return '#/user';
    case 'notice':
      return withQuery(`notices/${address.pid}`, { left: address.left, right: address.right, lang: address.lang });
    case 'version':
      return withQuery(`notices/${address.pid}/${address.version}`, { lang: address.lang });
    case 'nowhere':
      return '#/';
  }
};
