import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { PersonValue } from '../find/person-value.ts';
import { nameValue } from '../find/value-name.ts';
import { useWords } from '../language.ts';

/** Lets the reader choose which values identify the person when searching for other consents. */
export const ChooseValues = ({
  values,
  chosen,
  choose,
}: {
  readonly values: readonly PersonValue[];
  readonly chosen: readonly PersonValue[];
  readonly choose: (values: readonly PersonValue[]) => void;
}): VNode => {
  const [words, find] = [useWords('person'), useWords('find')];
  const isChosen = ({ key }: PersonValue): boolean => chosen.some((one) => one.key === key);
  const turn = (turned: PersonValue): void =>
    choose(values.filter((value) => (value === turned ? !isChosen(value) : isChosen(value))));
  return (
    <details class="screen">
      <summary>
        {words.choose} {chosen.map(({ key }) => tame(nameValue(find, key))).join(' + ')}
      </summary>
      <fieldset>
        <legend class="quiet">{words.chooseHelp}</legend>
        {values.map((value) => (
          <label class="choice">
            <input type="checkbox" checked={isChosen(value)} onChange={() => turn(value)} />
            <span>
              {tame(nameValue(find, value.key))} <bdi>{tame(value.value)}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
};
