/// <reference types="vite/client" />
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import type { Address } from './address.ts';
import { firstPage, toFragment } from './address.ts';
import { AwaitedLanguage } from './frame/awaited-language.tsx';
import { Header } from './frame/header.tsx';
import { pageKey } from './frame/history-entry.ts';
import { JourneyContext, newJourney } from './frame/journey.ts';
import { pageOf } from './frame/page-of.tsx';
import { useAddress } from './frame/use-address.ts';
import { useSpeech } from './frame/use-speech.ts';
import { LanguageContext, useText } from './language.ts';
import { loadEarly } from './later.ts';
import { openParserFrame } from './notices/parser-frame.ts';
import { PageHeading } from './parts.tsx';
import { IdleWatch } from './session/idle-watch.tsx';
import type { SignInState } from './session/session.ts';
import { SessionContext } from './session/session.ts';
import type { Sessions } from './session/sessions.ts';
import { useSessions } from './session/sessions.ts';
import { Recalling, SignIn } from './session/sign-in.tsx';
import '../style/tokens.css';
import './style/page.css';
import './style/forms.css';
import './style/lists.css';
import './style/evidence.css';
import './style/views.css';
import './overview/overview.css';

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
      <JourneyContext.Provider value={journey}>
        <SessionContext.Provider value={session}>
          <Header address={address} awaited={awaited} choose={choose} />
          {awaited && (
            <div class="awaited">
              <AwaitedLanguage awaited={awaited} choose={choose} />
            </div>
          )}
          <Content address={address} readings={readings} state={state} sessions={sessions} />
        </SessionContext.Provider>
      </JourneyContext.Provider>
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
