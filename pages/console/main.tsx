/// <reference types="vite/client" />

import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import { FaultWords } from '../ui/form.tsx';
import { WordsContext } from '../ui/words.ts';
import type { Address } from './address.ts';
import { firstPage, toFragment } from './address.ts';
import {
  LoadedPage,
  loadEarly,
  loadErasure,
  loadErasures,
  loadRecording,
  loadRevocation,
  loadRevokeAll,
  loadUser,
} from './calls/later.tsx';
import { ConsentPage } from './consent/consent-page.tsx';
import { DuePage } from './due.tsx';
import { faultWordsIn } from './fault-words.ts';
import { Header } from './frame/header.tsx';
import { JourneyContext, newJourney, pageKey, useAddress } from './frame/history.ts';
import { AwaitedLanguage, LanguageContext, useSpeech, useText } from './language.tsx';
import { openParserFrame } from './markup.tsx';
import { NoticeList } from './notices/notice-list.tsx';
import { NoticePage } from './notices/notice-page.tsx';
import { VersionPage } from './notices/version-page.tsx';
import { OverviewPage } from './overview/overview.tsx';
import { PageHeading } from './parts.tsx';
import { PersonPage } from './person/person-page.tsx';
import { ConsentList } from './search/consent-list.tsx';
import { IdleWatch } from './session/idle-watch.tsx';
import type { SignInState } from './session/session.ts';
import { SessionContext } from './session/session.ts';
import type { Sessions } from './session/sessions.ts';
import { useSessions } from './session/sessions.ts';
import { Recalling, SignIn } from './session/sign-in.tsx';
import '../ui/tokens.css';
import './style/page.css';
import './style/forms.css';
import './style/lists.css';
import './style/evidence.css';
import './style/views.css';

/** Loaded early, because a later deployment has a different file while this page stays open. */
openParserFrame().catch(() => {});

const place = document.getElementById('console');

place?.replaceChildren();

const Content = ({
  address,
  readings,
  state,
  sessions: { signIn, recall, end, endIdle },
}: {
  readonly address: Address;
  readonly readings: number;
  readonly state: SignInState;
  readonly sessions: Sessions;
}): VNode => {
  if (state.is === 'out') return <SignIn why={state.why} signIn={signIn} />;
  if (state.is === 'recalling') return <Recalling error={state.error} recall={recall} end={end} />;
  return (
    <>
      <FaultBoundary key={`${readings} ${pageKey(toFragment(address))}`}>{pageOf(address)}</FaultBoundary>
      <IdleWatch
        lastInput={state.lastInput}
        noteInput={state.noteInput}
        onGone={endIdle}
        leave={state.session.signOut}
      />
    </>
  );
};

/** The console: the pages of the register for a signed-in reader, otherwise the sign-in. */
const App = (): VNode => {
  const { spoken, awaited, choose, stay } = useSpeech();
  const [journey] = useState(newJourney);
  const { state, sessions } = useSessions(journey);
  const { address, readings } = useAddress(journey);
  const session = state.is === 'in' ? state.session : undefined;
  const mayWrite = session?.mayWrite;
  useEffect(() => {
    if (mayWrite !== undefined) loadEarly({ mayWrite });
  }, [mayWrite]);
  useLayoutEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language;
  }, [spoken]);
  if (spoken === undefined)
    return <main>{awaited && <AwaitedLanguage awaited={awaited} choose={choose} stay={stay} />}</main>;
  return (
    <LanguageContext.Provider value={spoken}>
      <WordsContext.Provider value={spoken}>
        <JourneyContext.Provider value={journey}>
          <SessionContext.Provider value={session}>
            <Header address={address} awaited={awaited} choose={choose} />
            {awaited && (
              <div class="awaited">
                <AwaitedLanguage awaited={awaited} choose={choose} />
              </div>
            )}
            <FaultWords.Provider value={faultWordsIn(spoken.t)}>
              <Content address={address} readings={readings} state={state} sessions={sessions} />
            </FaultWords.Provider>
          </SessionContext.Provider>
        </JourneyContext.Provider>
      </WordsContext.Provider>
    </LanguageContext.Provider>
  );
};

/** A page, or a message with a way out if the page fails. The message does not repeat what the page was about. */
const FaultBoundary = ({ children }: { readonly children: ComponentChildren }): ComponentChildren => {
  const t = useText();
  const [error, again] = useErrorBoundary();
  if (error === undefined) return children;
  return (
    <main id="content">
      <PageHeading title={t('frame.fault')} />
      <div class="failed" role="alert">
        <p>{t('frame.faultMeaning')}</p>
      </div>
      <p class="actions">
        <button type="button" onClick={again}>
          {t('frame.again')}
        </button>
        <a href={toFragment(firstPage)}>{t('frame.toBeginning')}</a>
      </p>
    </main>
  );
};

if (place) render(<App />, place);

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
