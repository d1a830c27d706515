import type { JSX } from 'preact';
import { h } from 'preact';
import type { Agreed, AgreedNotice } from '../../shared/links/agreed-notices.ts';
import type { LinkFacts } from '../../shared/links/link.ts';
import type { Withdrawal } from '../../shared/links/withdrawal.ts';
import type { Party } from '../../shared/notices/terms.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import type { LinkVoice } from './frame.ts';
import { renderFramedText, renderLinkPage, toQuery } from './frame.ts';

/** Whose link it is, and what it is for. */
export interface LinkSubject {
  /** The name of the account. */
  readonly account: string;
  readonly link: Pick<LinkFacts, 'use' | 'key' | 'pid'>;
}

/** The field that a button of a page sends, and its value: the notice to withdraw, or what mail programs send (RFC 8058). */
export const withdrawalFields = {
  page: { name: 'notice', value: (pid: number) => String(pid) },
  'one-click': { name: 'List-Unsubscribe', value: (_pid: number) => 'One-Click' },
} as const;

/** The words of the button, as a proof has them. */
export const nameButton = ({ t }: LinkVoice): string => t('linkPage.withdraw');

/** A button that withdraws. @param title of what is withdrawn, where a page has several */
const renderButton = ({ link: { use } }: LinkSubject, pid: number, voice: LinkVoice, title?: string): JSX.Element => {
  const { name, value } = withdrawalFields[use];
  const words = nameButton(voice);
  return h(
    'form',
    { method: 'post', action: toQuery(voice.language) },
    h('input', { type: 'hidden', name, value: value(pid) }),
    h('button', { type: 'submit', 'aria-label': title === undefined ? undefined : `${words}: ${title}` }, words),
    h('div', { class: 'remark' }, voice.t('linkPage.wait')),
  );
};

const tagOf = ({ lang, hasTitle }: AgreedNotice): string | undefined =>
  hasTitle ? languageNames[lang].tag : undefined;

const renderNotice = (notice: AgreedNotice, subject: LinkSubject, voice: LinkVoice): JSX.Element => {
  const { t, day, language } = voice;
  const { pid, state, since, hasOlder } = notice;
  const title = escapeInvisible(notice.title);
  const isBrief = subject.link.pid !== undefined;
  return h(
    'article',
    { class: state === 'active' ? 'holds' : undefined },
    h('h2', { lang: tagOf(notice) }, h('bdi', null, title)),
    h(
      'p',
      { class: 'state' },
      isBrief ? t('linkPage.state', { state }) : t('linkPage.since', { state, day: day(since) }),
    ),
    h(
      'div',
      { class: 'acts' },
      state === 'revoked' && !hasOlder ? null : renderButton(subject, pid, voice, title),
      isBrief
        ? null
        : h(
            'a',
            { href: toQuery(language, { text: String(pid) }), 'aria-label': `${t('linkPage.read')}: ${title}` },
            t('linkPage.read'),
          ),
    ),
  );
};

/** An address that a reader may follow, if it is one. */
const toAddress = (name: string, text: string): string | undefined => {
  if (name === 'email') return /^[^\s<>"?&#]+@[^\s<>"?&#]+$/.test(text) ? `mailto:${text}` : undefined;
  return name === 'url' && URL.canParse(text) && /^https?:\/\//i.test(text) ? text : undefined;
};

const renderParty = (party: Party): JSX.Element =>
  h(
    'address',
    { class: 'party' },
    Object.entries(party).map(([name, text]) => {
      const [shown, href] = [escapeInvisible(text), toAddress(name, text)];
      return h('div', null, h('bdi', null, href === undefined ? shown : h('a', { href }, shown)));
    }),
  );

/** Who runs the site, and how to reach them: those whom the notices name, each as the newest consent has them. */
const renderRights = (notices: readonly AgreedNotice[], { account }: LinkSubject, { t }: LinkVoice): JSX.Element => {
  const parties = notices.flatMap(({ controller }) => controller ?? []);
  const distinct = parties.filter(({ name }, i) => parties.findIndex((other) => other.name === name) === i);
  return h(
    'section',
    null,
    h('h2', null, t('linkPage.rights.heading')),
    h(
      'p',
      null,
      distinct.length === 0 ? t('linkPage.rights.unknown', { account }) : t('linkPage.rights.write', { account }),
    ),
    distinct.map(renderParty),
  );
};

/** What was agreed to with a value: a row for each notice. Of a consent to one notice its link shows title and state, and no more. */
export const renderAgreed = ({ notices, isMore }: Agreed, subject: LinkSubject, voice: LinkVoice): string => {
  const { t } = voice;
  const {
    account,
    link: { key, pid },
  } = subject;
  return renderLinkPage(voice, {
    heading: t('linkPage.title', { account }),
    intro:
      notices.length === 0
        ? null
        : [h('p', null, t('linkPage.intro', { key, account })), h('p', null, t('linkPage.shared', { key }))],
    main: [
      notices.length === 0 && !isMore ? h('p', null, t('linkPage.none')) : null,
      notices.map((notice) => renderNotice(notice, subject, voice)),
      isMore ? h('p', null, t('linkPage.more', { account })) : null,
      renderRights(notices, subject, voice),
      pid === undefined && notices.length > 0 ? h('p', { class: 'remark' }, t('linkPage.utc')) : null,
    ],
  });
};

const renderBack = ({ t, language }: LinkVoice): JSX.Element =>
  h('p', { class: 'acts' }, h('a', { href: toQuery(language) }, t('linkPage.back')));

/** The text that was agreed to. */
export const renderAgreedText = (notice: AgreedNotice, voice: LinkVoice): string => {
  const { t, day } = voice;
  const { lang, pid, given, descriptionHtml } = notice;
  const title = escapeInvisible(notice.title);
  const text =
    descriptionHtml === undefined
      ? h('p', null, t('linkPage.noText'))
      : renderFramedText(t('linkPage.textOf', { title }), languageNames[lang].tag, descriptionHtml);
  return renderLinkPage(voice, {
    heading: title,
    headingLang: tagOf(notice),
    intro: h('p', null, t('linkPage.agreed', { day: day(given) })),
    main: [text, renderBack(voice)],
    query: { text: String(pid) },
  });
};

const headWithdrawal = ({ isDone, found, revoked, left }: Withdrawal, { t }: LinkVoice): string => {
  if (!isDone) return t('linkPage.left', { count: left });
  return found === 0 ? t('linkPage.nothing') : t('linkPage.done', { count: revoked });
};

/** What became of a withdrawal. */
export const renderWithdrawal = (made: Withdrawal, pid: number, subject: LinkSubject, voice: LinkVoice): string => {
  const { account } = subject;
  const again = [h('p', null, voice.t('linkPage.again', { account })), renderButton(subject, pid, voice)];
  return renderLinkPage(voice, {
    heading: headWithdrawal(made, voice),
    intro: h('p', null, voice.t('linkPage.title', { account })),
    main: [made.isDone ? null : again, renderBack(voice)],
  });
};

/** For what no page of a link has, or none of its buttons sends. */
export const renderMissed = (voice: LinkVoice): string =>
  renderLinkPage(voice, { heading: voice.t('linkPage.fault.heading'), main: renderBack(voice) });

/** A link that is too old, or that an operator ended. @param canWithdraw whether it still withdraws */
export const renderExpired = (subject: LinkSubject, canWithdraw: boolean, voice: LinkVoice): string => {
  const { t } = voice;
  const {
    account,
    link: { pid },
  } = subject;
  return renderLinkPage(voice, {
    heading: t('linkPage.expired.heading'),
    main: [
      h('p', null, t('linkPage.expired.ask', { account })),
      canWithdraw && pid !== undefined
        ? [h('p', null, t('linkPage.expired.still')), renderButton(subject, pid, voice)]
        : null,
    ],
  });
};

/** For every link that is none, whatever is wrong with it. */
export const renderUnknownLink = (voice: LinkVoice): string =>
  renderLinkPage(voice, {
    heading: voice.t('linkPage.unknown.heading'),
    main: h('p', null, voice.t('linkPage.unknown.ask')),
  });

export const renderLinkFault = (voice: LinkVoice): string =>
  renderLinkPage(voice, {
    heading: voice.t('linkPage.fault.heading'),
    main: h('p', null, voice.t('linkPage.fault.again')),
  });
