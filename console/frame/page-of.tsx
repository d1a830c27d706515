import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { ConsentPage } from '../consent/consent-page.tsx';
import { ConsentList } from '../consents/consent-list.tsx';
import { Find } from '../find/find.tsx';
import { NoticeList } from '../notices/notice-list.tsx';
import { NoticePage } from '../notices/notice-page.tsx';
import { VersionPage } from '../notices/version-page.tsx';
import { OverviewPage } from '../overview/overview.tsx';
import { PersonPage } from '../person/person-page.tsx';
import { RevocationPage } from '../revocation/revocation.tsx';
import { Nowhere } from './nowhere.tsx';

/** The page of an address. */
export const pageOf = (address: Address): VNode => {
  switch (address.view) {
    case 'find':
      return html`<${Find} />` as VNode;
    case 'overview':
      return html`<${OverviewPage} address=${address} />` as VNode;
    case 'consents':
      return html`<${ConsentList} key=${toFragment(address)} address=${address} />` as VNode;
    case 'person':
      return html`<${PersonPage} key=${address.id} id=${address.id} />` as VNode;
    case 'consent':
      return html`<${ConsentPage} key=${address.id} address=${address} />` as VNode;
    case 'notices':
      return html`<${NoticeList} />` as VNode;
    case 'notice':
      return html`<${NoticePage} key=${address.pid} address=${address} />` as VNode;
    case 'version':
      return html`<${VersionPage} key=${`${address.pid}/${address.version}`} address=${address} />` as VNode;
    case 'revocation':
      return html`<${RevocationPage} id=${address.id} />` as VNode;
    default:
      return html`<${Nowhere} />` as VNode;
  }
};
