import type { VNode } from 'preact';
import type { Channel } from '../../../client/typescript/index.ts';
import type { ReceivedBy } from '../../../shared/consents/arrival.ts';
import { receivedWays, toArrival } from '../../../shared/consents/arrival.ts';
import type { Translate } from '../../i18n/format.ts';
import { SelectField } from '../../ui/form.tsx';
import { useWords } from '../../ui/words.ts';
import { useText } from '../language.tsx';
import { useSession } from '../session/session.ts';

/** How something reached the site: a channel, or a way that no channel names. */
export type Way = Channel | ReceivedBy;

/** The ways by which a person may revoke, the likeliest first. */
export const waysToRevoke: readonly Way[] = [
  'telephone',
  'letter',
  'in-person',
  'email',
  'web',
  'web.form',
  'app.form',
  'web.social.login',
  'fax',
  'other',
];

/** The ways by which a person agrees without a site that records it. */
export const waysToAgree: readonly Way[] = ['in-person', 'letter', 'telephone', 'email', 'fax', 'other'];

/** Whether something that came so came from the page of a site, or the screen of an app. */
export const hasPage = (way: Way | ''): boolean => way !== '' && way !== 'email' && !isReceived(way);

const isReceived = (way: Way): way is ReceivedBy => receivedWays.some((one) => one === way);

/** The channel of a way, and what the proof says of it. */
export const toSaid = (
  way: Way,
): { readonly channel: Channel; readonly proof: { readonly received_by?: ReceivedBy } } =>
  isReceived(way) ? { channel: 'web', proof: { received_by: way } } : { channel: way, proof: {} };

/** The members of a proof that are not blank, trimmed. */
export const dropBlank = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** The way in words, to follow a verb. */
export const nameWay = (way: Way, t: Translate): string =>
  isReceived(way) ? t(`arrival.received.${way}`) : t(`arrival.channels.${way}`);

/** The way in words, as headlines will say it: with the name of the user who notes it. */
export const useHow = (): ((way: Way) => string) => {
  const { writing } = useWords();
  const { user } = useSession();
  return (way) => {
    const { channel, proof } = toSaid(way);
    return writing.how(toArrival(channel, { receivedBy: proof.received_by, isErased: false, notedBy: user }));
  };
};

/** A choice of ways. None is chosen beforehand. */
export const WayField = ({
  label,
  hint,
  ways,
  way,
  change,
}: {
  readonly label: string;
  readonly hint: string;
  readonly ways: readonly Way[];
  readonly way: Way | '';
  readonly change: (way: Way | '') => void;
}): VNode => {
  const t = useText();
  return (
    <SelectField
      label={label}
      hint={hint}
      value={way}
      choices={ways.map((one) => [one, nameWay(one, t)])}
      nothing={t('acts.choose')}
      isRequired
      change={(value) => change(ways.find((one) => one === value) ?? '')}
    />
  );
};

/** The channels of a revocation (docs/api.md, Scalars). */
export const channels: readonly Channel[] = ['email', 'web', 'web.form', 'app.form', 'web.social.login'];

/** The most bytes of a request (docs/api.md, Limits: bodyBytes). */
export const bodyBytes = 1_048_576;
