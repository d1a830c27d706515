import type { VNode } from 'preact';
import { toArrival } from '../../../shared/consents/arrival.ts';
import { SelectField } from '../form.tsx';
import { useEvidenceText, useText } from '../language.ts';
import { useSession } from '../session/session.ts';
import type { Way } from './ways.ts';
import { nameWay, toSaid } from './ways.ts';

/** The way in words, as headlines will say it: with the name of the user who notes it. */
export const useHow = (): ((way: Way) => string) => {
  const { writing } = useEvidenceText();
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
