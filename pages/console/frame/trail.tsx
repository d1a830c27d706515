import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { useText } from '../language.tsx';
import { isPlain, readEntry } from './history.ts';

/** The names of pages, as the way back to them says them. */
const useNamesOfPages = (): Readonly<Record<Address['view'], string>> => {
  const t = useText();
  return {
    consents: t('frame.consents'),
    due: t('frame.due'),
    overview: t('frame.overview'),
    erasures: t('frame.erasures'),
    recording: t('frame.record'),
    consent: t('consent.title'),
    person: t('person.title'),
    'person-erasure': t('erasures.ask.heading'),
    'person-revocation': t('revokeAll.heading'),
    revocation: t('revocation.heading'),
    notices: t('notices.all'),
    notice: t('version.notice'),
    version: t('version.texts'),
    user: t('user.heading'),
    nowhere: t('frame.toBeginning'),
  };
};

/** The address that led to the current page; undefined if none of the console did. */
export const cameFrom = (): Address | undefined => {
  const { from } = readEntry();
  return from === undefined ? undefined : readAddress(from);
};

/**
 * The way back to the page that led here, as it was.
 *
 * @param above where the way leads if no page of the console led here, as in a new tab
 * @param done forms that nobody needs again once they led here
 */
export const Trail = ({
  above,
  name,
  done = [],
}: {
  readonly above: Address;
  readonly name: string;
  readonly done?: readonly Address['view'][];
}): VNode => {
  const names = useNamesOfPages();
  const [before] = useState(cameFrom);
  const from = before && done.includes(before.view) ? undefined : before;
  const back = (event: MouseEvent): void => {
    const { steps = 0 } = readEntry();
    if (from === undefined || steps === 0 || !isPlain(event)) return;
    event.preventDefault();
    history.go(-steps);
  };
  return (
    <p class="trail screen">
      <a href={toFragment(from ?? above)} onClick={back}>
        <Icon name="back" />
        {from ? names[from.view] : name}
      </a>
    </p>
  );
};
