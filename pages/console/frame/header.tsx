import type { VNode } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { Language } from '../../i18n/index.ts';
import { languageTags, nameOfLanguage } from '../../i18n/index.ts';
import { Icon, Mark } from '../../ui/icon.tsx';
import type { Address } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import type { Speech } from '../language.tsx';
import { useLanguage, useText } from '../language.tsx';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session.ts';

/** The main links, and the pages that belong to each. */
const sections: readonly {
  readonly name: 'consents' | 'record' | 'due' | 'erasures' | 'overview' | 'notices';
  readonly to: Address;
  readonly views: readonly Address['view'][];
  /** Not offered to readers. */
  readonly isForEditors?: true;
}[] = [
  { name: 'overview', to: { view: 'overview' }, views: ['overview'] },
  {
    name: 'consents',
    to: { view: 'consents', filter: {} },
    views: ['consents', 'consent', 'person', 'person-erasure', 'person-revocation', 'revocation'],
  },
  { name: 'record', to: { view: 'recording' }, views: ['recording'], isForEditors: true },
  { name: 'due', to: { view: 'due' }, views: ['due'] },
  { name: 'erasures', to: { view: 'erasures' }, views: ['erasures'] },
  { name: 'notices', to: { view: 'notices' }, views: ['notices', 'notice', 'version'] },
];

/** `page` for the current page, `true` for the section that it belongs to (WAI-ARIA 1.2, aria-current). */
const currentOf = (section: (typeof sections)[number], view: Address['view']): 'page' | 'true' | undefined => {
  if (section.to.view === view) return 'page';
  return section.views.includes(view) ? 'true' : undefined;
};

const skipTo = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('main h1')?.focus();
};

const Navigation = ({
  view,
  mayWrite,
  leave,
}: {
  readonly view: Address['view'];
  readonly mayWrite: boolean;
  readonly leave: () => void;
}): VNode => {
  const t = useText();
  return (
    <nav aria-label={t('frame.navigation')}>
      <ul>
        {sections
          .filter(({ isForEditors = false }) => mayWrite || !isForEditors)
          .map((section) => (
            <li key={section.name}>
              <a href={toFragment(section.to)} aria-current={currentOf(section, view)} onClick={leave}>
                {t(`frame.${section.name}`)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
};

type LanguageProps = Pick<Speech, 'awaited' | 'choose'>;

const LanguageChoice = ({ awaited, choose }: LanguageProps): VNode => {
  const t = useText();
  const spoken = useLanguage();
  const language = awaited?.is === 'loading' ? awaited.language : spoken;
  const change = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void =>
    choose(currentTarget.value as Language);
  return (
    <div class="language">
      <select aria-label={t('frame.language')} value={language} onChange={change}>
        {languageTags.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {nameOfLanguage(tag)}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Who is signed in and where, the language, and the way out. */
const Account = ({
  session,
  view,
  leave,
  ...language
}: {
  readonly session: Session;
  readonly view: Address['view'];
  readonly leave: () => void;
} & LanguageProps): VNode => {
  const t = useText();
  return (
    <>
      <p>
        <bdi>{session.user.name}</bdi>
        <br />
        <span class="quiet small">
          <bdi>{session.accountName}</bdi>
          {session.mayWrite ? null : ` (${t('session.reader')})`}
        </span>
      </p>
      <a href={toFragment({ view: 'user' })} aria-current={view === 'user' ? 'page' : undefined} onClick={leave}>
        {t('user.heading')}
      </a>
      <LanguageChoice {...language} />
      <button type="button" onClick={session.signOut}>
        {t('session.signOut')}
      </button>
    </>
  );
};

/** The main links and the account: in the header where there is room, in a menu on a phone. A link that is followed closes what it is in. */
const Menu = ({
  session,
  address,
  ...language
}: { readonly session: Session; readonly address: Address } & LanguageProps): VNode => {
  const t = useText();
  const menu = useRef<HTMLDivElement>(null);
  const account = useRef<HTMLDivElement>(null);
  const leave = (): void => {
    account.current?.hidePopover();
    menu.current?.hidePopover();
  };
  return (
    <>
      <button type="button" class="opener-of-menu" popovertarget="menu">
        <Icon name="menu" />
        {t('frame.menu')}
      </button>
      <div ref={menu} id="menu" class="menu" popover="auto">
        <Navigation view={address.view} mayWrite={session.mayWrite} leave={leave} />
        <button type="button" class="opener-of-account" popovertarget="account">
          <bdi>{session.user.name}</bdi>
          <Icon name="down" />
        </button>
        <div ref={account} id="account" class="account" popover="auto">
          <Account session={session} view={address.view} leave={leave} {...language} />
        </div>
      </div>
    </>
  );
};

/** The header of every page: main links, language and sign-out. */
export const Header = ({ address, ...language }: { readonly address: Address } & LanguageProps): VNode => {
  const t = useText();
  const session = useContext(SessionContext);
  return (
    <header class="page-header">
      <a class="skip" href={toFragment(address)} onClick={skipTo}>
        {t('frame.skip')}
      </a>
      <a class="brand" href={toFragment(firstPage)}>
        <Mark />
        <span>{t('frame.name')}</span>
      </a>
      {session ? <Menu session={session} address={address} {...language} /> : <LanguageChoice {...language} />}
    </header>
  );
};
