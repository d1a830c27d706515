import type { VNode } from 'preact';
import type { Address } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import { LoadedPage } from '../calls/loaded.tsx';
import { ConsentPage } from '../consent/consent-page.tsx';
import { ConsentList } from '../consents/consent-list.tsx';
import { DuePage } from '../due/due-page.tsx';
import { useText } from '../language.ts';
import { loadErasure, loadErasures, loadRecording, loadRevocation, loadRevokeAll, loadUser } from '../later.ts';
import { NoticeList } from '../notices/notice-list.tsx';
import { NoticePage } from '../notices/notice-page.tsx';
import { VersionPage } from '../notices/version-page.tsx';
import { OverviewPage } from '../overview/overview.tsx';
import { PageHeading } from '../parts.tsx';
import { PersonPage } from '../person/person-page.tsx';

/** The page of an address. */
export const pageOf = (address: Address): VNode => {
  switch (address.view) {
    case 'overview':
      return <OverviewPage address={address} />;
    case 'consents':
      return <ConsentList address={address} />;
    case 'due':
      return <DuePage key={address.after} address={address} />;
    case 'person':
      return <PersonPage key={address.id} id={address.id} />;
    case 'person-erasure':
      return (
        <LoadedPage key={address.id} load={loadErasure} show={({ ErasurePage }) => <ErasurePage id={address.id} />} />
      );
    case 'person-revocation':
      return (
        <LoadedPage
          key={address.id}
          load={loadRevokeAll}
          show={({ RevokeAllPage }) => <RevokeAllPage id={address.id} />}
        />
      );
    case 'consent':
      return <ConsentPage key={address.id} address={address} />;
    case 'notices':
      return <NoticeList />;
    case 'notice':
      return <NoticePage key={address.pid} address={address} />;
    case 'version':
      return <VersionPage key={`${address.pid}/${address.version}`} address={address} />;
    case 'revocation':
      return (
        <LoadedPage
          key={address.id}
          load={loadRevocation}
          show={({ RevocationPage }) => <RevocationPage id={address.id} />}
        />
      );
    case 'recording':
      return <LoadedPage load={loadRecording} show={({ RecordingPage }) => <RecordingPage />} />;
    case 'user':
      return <LoadedPage load={loadUser} show={({ UserPage }) => <UserPage />} />;
    case 'erasures':
      return <LoadedPage load={loadErasures} show={({ ErasureList }) => <ErasureList />} />;
    case 'nowhere':
      return <Nowhere />;
  }
};

/** The page for an unknown address. */
const Nowhere = (): VNode => {
  const t = useText();
  return (
    <main id="content">
      <PageHeading title={t('frame.nowhere')} />
      <p>{t('frame.nowhereMeaning')}</p>
      <p>
        <a href={toFragment(firstPage)}>{t('frame.toBeginning')}</a>
      </p>
    </main>
  );
};
