import type { VNode } from 'preact';
import { toArrival } from '../../../shared/consents/arrival.ts';
import { useEvidenceText, useText } from '../language.ts';
import { Field } from '../parts.tsx';
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
  wrong,
  ways,
  way,
  change,
}: {
  readonly label: string;
  readonly hint: string;
  readonly wrong: string;
  readonly ways: readonly Way[];
  readonly way: Way | '';
  readonly change: (way: Way | '') => void;
}): VNode => {
  const t = useText();
  return (
    <Field
      label={label}
      hint={hint}
      wrong={wrong}
      control={(attributes) => (
        <select
          {...attributes}
          required
          value={way}
          onChange={({ currentTarget }) => change(ways.find((one) => one === currentTarget.value) ?? '')}
        >
          <option value="">{t('acts.choose')}</option>
          {ways.map((one) => (
            <option value={one}>{nameWay(one, t)}</option>
          ))}
        </select>
      )}
    />
  );
};
