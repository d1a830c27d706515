import type { ComponentChildren, VNode } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConsentState } from '../../shared/consents/state.ts';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { JourneyContext } from './frame/history.ts';
import { useText, useWriting } from './language.tsx';
import { toDate } from './writing.ts';

/** How many milliseconds the confirmation stays. */
const saidFor = 2_500;

/** Copies a text to the clipboard. There is no button if the browser has no clipboard, as in a page loaded over http. */
export const CopyButton = ({ text }: { readonly text: string }): VNode | null => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(setCopied, saidFor, false);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (navigator.clipboard === undefined) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span class="screen copier">
      <button type="button" class="plain" onClick={copy}>
        {t('parts.copy')}
      </button>
      <span role="status" class="quiet small">
        {isCopied ? t('parts.copied') : ''}
      </span>
    </span>
  );
};

/** A placeholder if there is nothing to show. @param title that there is nothing @param children why, and what to do */
export const Empty = ({
  title,
  children,
}: {
  readonly title?: string;
  readonly children?: ComponentChildren;
}): VNode => (
  <div class="empty" role="status">
    {title !== undefined && (
      <p>
        <strong>{title}</strong>
      </p>
    )}
    {children}
  </div>
);

/** How many rows a list has, and what can be done with the list, above it. */
export const ListHead = ({
  count,
  children,
}: {
  readonly count: string;
  readonly children: ComponentChildren;
}): VNode => (
  <div class="list-head">
    <p role="status">{count}</p>
    {children}
  </div>
);

/** The width from which a page has room for all parts, as in `style/`. */
const roomy = '(min-width: 46rem)';

export const isRoomy = (): boolean => matchMedia(roomy).matches;

/**
 * A part of a page that not every reader needs. On a telephone it starts folded, otherwise open. On paper it is always open.
 *
 * @param heading of the part, such as an `h2`
 */
export const Foldable = ({
  heading,
  children,
}: {
  readonly heading: VNode;
  readonly children: ComponentChildren;
}): VNode => {
  const [isOpen] = useState(isRoomy);
  return (
    <details class="foldable" open={isOpen}>
      <summary>{heading}</summary>
      {children}
    </details>
  );
};

/**
 * The heading of a page. It gets the focus after a change of page, so that screen readers read it and the next key enters the page.
 *
 * @param title for the tab, the history and bookmarks: nothing about a person
 * @param children the heading, if it says more than the title
 */
export const PageHeading = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode => {
  const t = useText();
  const journey = useContext(JourneyContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} – ${t('frame.name')}`;
  }, [title, t('frame.name')]);
  useLayoutEffect(() => {
    if (journey?.isBegun()) heading.current?.focus({ preventScroll: true });
    journey?.begin();
  }, []);
  return (
    <h1 ref={heading} tabindex={-1}>
      {children ?? title}
    </h1>
  );
};

/** A time as lists have it; a pointer on it says the seconds, and UTC. @param isDay whether the day alone is shown */
export const ShortTime = ({ time, isDay = false }: { readonly time: string; readonly isDay?: boolean }): VNode => {
  const writing = useWriting();
  return (
    <time datetime={toDate(time).toISOString()} title={writing.time(time)}>
      {isDay ? writing.day(time) : writing.shortTime(time)}
    </time>
  );
};

/** The heading of a page, with its actions in the same row. */
export const PageHead = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): VNode => (
  <div class="page-head">
    <PageHeading title={title} />
    <div class="actions">{children}</div>
  </div>
);

/** The shape and the colour of a state. Both differ, and a word says it. */
const looks: Readonly<Record<ConsentState, { readonly icon: IconName; readonly tone: Tone }>> = {
  active: { icon: 'check', tone: 'good' },
  revoked: { icon: 'cross', tone: 'bad' },
  expired: { icon: 'clock', tone: 'due' },
  superseded: { icon: 'later', tone: 'past' },
  erased: { icon: 'erased', tone: 'none' },
};

/** Good, bad, due, past, or none of them. */
type Tone = 'good' | 'bad' | 'due' | 'past' | 'none';

/** One word with a shape and a colour that say the same. */
export const Badge = ({
  icon,
  tone,
  children,
}: {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): VNode => (
  <span class={`badge ${tone}`}>
    <Icon name={icon} />
    {children}
  </span>
);

/** The state of a consent. @param children what it is called, if it is more than the state */
export const StateBadge = ({
  state,
  children,
}: {
  readonly state: ConsentState;
  readonly children?: ComponentChildren;
}): VNode => {
  const t = useText();
  return <Badge {...looks[state]}>{children ?? t(`parts.states.${state}`)}</Badge>;
};
