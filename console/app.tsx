import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useCallback, useLayoutEffect } from 'preact/hooks';
import type { Address } from './address.ts';
import { AwaitedLanguage } from './frame/awaited-language.tsx';
import { FaultBoundary } from './frame/fault.tsx';
import { Header } from './frame/header.tsx';
import { pageOf } from './frame/page-of.tsx';
import { pageKey, useAddress } from './frame/use-address.ts';
import { useSpeech } from './frame/use-speech.ts';
import { LanguageContext } from './language.ts';
import type { Being } from './session/being.ts';
import type { Course } from './session/course.ts';
import { IdleWatch } from './session/idle-watch.tsx';
import { Recalling } from './session/recalling.tsx';
import { SessionContext } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { useCourse } from './session/use-course.ts';

const Content = ({
  address,
  being,
  course: { signIn, recall, end },
}: {
  readonly address: Address;
  readonly being: Being;
  readonly course: Course;
}): VNode => {
  const onGone = useCallback(() => end('idle'), [end]);
  if (being.is === 'out') return html`<${SignIn} why=${being.why} signIn=${signIn} />` as VNode;
  if (being.is === 'recalling') return html`<${Recalling} error=${being.error} recall=${recall} end=${end} />` as VNode;
  return html`
    <${FaultBoundary} key=${pageKey(address)}>${pageOf(address)}<//>
    <${IdleWatch} since=${being.since} onGone=${onGone} onInput=${being.noteInput} leave=${being.session.signOut} />
  ` as VNode;
};

/** The console: the pages of the register for a signed-in reader, otherwise the sign-in. */
export const App = (): VNode => {
  const { spoken, awaited, choose, stay } = useSpeech();
  const { being, course } = useCourse();
  const address = useAddress();
  useLayoutEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language;
  }, [spoken]);
  if (spoken === undefined)
    return html`<main>${awaited && html`<${AwaitedLanguage} awaited=${awaited} choose=${choose} stay=${stay} />`}</main>` as VNode;
  const session = being.is === 'in' ? being.session : undefined;
  return html`<${LanguageContext.Provider} value=${spoken}>
    <${SessionContext.Provider} value=${session}>
      <${Header} address=${address} awaited=${awaited} choose=${choose} />
      ${awaited && html`<div class="awaited"><${AwaitedLanguage} awaited=${awaited} choose=${choose} /></div>`}
      <${Content} address=${address} being=${being} course=${course} />
    <//>
  <//>` as VNode;
};
