import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../i18n/index.ts';
import { languageTags, nameOfLanguage } from '../../i18n/index.ts';
import type { Address } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import { useLanguage, useText } from '../language.ts';
import { SessionContext } from '../session/session.ts';
import type { Speech } from './use-speech.ts';

/** The main links, and the pages that belong to each. */
const rooms: readonly {
  readonly name: 'consents' | 'record' | 'due' | 'erasures' | 'overview' | 'notices';
  readonly to: Address;
  readonly views: readonly Address['view'][];
  /** Not offered to readers. */
  readonly isForEditors?: true;
}[] = [
  { name: 'consents', to: firstPage, views: ['consents', 'consent', 'person', 'revocation'] },
  { name: 'record', to: { view: 'recording' }, views: ['recording'], isForEditors: true },
  { name: 'due', to: { view: 'due' }, views: ['due'] },
  { name: 'erasures', to: { view: 'erasures' }, views: ['erasures'] },
  { name: 'overview', to: { view: 'overview' }, views: ['overview'] },
  { name: 'notices', to: { view: 'notices' }, views: ['notices', 'notice', 'version'] },
];

/** `page` for the current page, `true` for the section that it belongs to (WAI-ARIA 1.2, aria-current). */
const currentOf = (room: (typeof rooms)[number], view: Address['view']): 'page' | 'true' | undefined => {
  if (room.to.view === view) return 'page';
  return room.views.includes(view) ? 'true' : undefined;
};

const skipTo = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('main h1')?.focus();
};

const Navigation = ({ view, mayWrite }: { readonly view: Address['view']; readonly mayWrite: boolean }): VNode => {
  const t = useText();
  return (
    <nav aria-label={t('frame.navigation')}>
      <ul>
        {rooms
          .filter(({ isForEditors = false }) => mayWrite || !isForEditors)
          .map((room) => (
            <li>
              <a href={toFragment(room.to)} aria-current={currentOf(room, view)}>
                {t(`frame.${room.name}`)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
};

const LanguageChoice = ({ awaited, choose }: Pick<Speech, 'awaited' | 'choose'>): VNode => {
  const t = useText();
  const spoken = useLanguage();
  const language = awaited?.is === 'loading' ? awaited.language : spoken;
  const change = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void =>
    choose(currentTarget.value as Language);
  return (
    <select aria-label={t('frame.language')} value={language} onChange={change}>
      {languageTags.map((tag) => (
        <option value={tag} lang={tag}>
          {nameOfLanguage(tag)}
        </option>
      ))}
    </select>
  );
};

/** The header of every page: main links, language and sign-out. */
export const Header = ({
  address,
  awaited,
  choose,
}: { readonly address: Address } & Pick<Speech, 'awaited' | 'choose'>): VNode => {
  const t = useText();
  const session = useContext(SessionContext);
  return (
    <header class="page-header">
      <a class="skip" href={toFragment(address)} onClick={skipTo}>
        {t('frame.skip')}
      </a>
      <p class="name">{t('frame.name')}</p>
      {session && <Navigation view={address.view} mayWrite={session.mayWrite} />}
      <div class="reader">
        {session && (
          <span class="user">
            <a href={toFragment({ view: 'user' })} aria-current={address.view === 'user' ? 'page' : undefined}>
              <bdi>{session.user.name}</bdi>
            </a>
            <span>
              <bdi>{session.accountName}</bdi>
              {session.mayWrite ? null : ` (${t('session.reader')})`}
            </span>
          </span>
        )}
        <LanguageChoice awaited={awaited} choose={choose} />
        {session && (
          <button type="button" onClick={session.signOut}>
            {t('session.signOut')}
          </button>
        )}
      </div>
    </header>
  );
};
