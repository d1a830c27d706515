import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Filter } from '../address.ts';
import { useWords } from '../language.ts';
import type { WrongFilter } from './ask-filter.tsx';
import { AskFilter } from './ask-filter.tsx';
import { AskPerson } from './ask-person.tsx';
import type { Typed, WrongValue } from './guess.ts';
import { findWrong, nothingTyped, readTyped, toTyped } from './guess.ts';
import type { PersonValue } from './person-value.ts';
import type { Ask } from './question.ts';
import type { RegisterNames } from './register-names.ts';

/** Whether the filter is open: if a part of it is set or wrong, or if a list is shown. */
const isOpen = (filter: Filter): boolean => Object.keys(filter).length > 0;

/**
 * The search form: values of a person, which stay in memory, and a filter, which becomes part of the address.
 *
 * @param wrong why the service refused parts of the filter
 */
export const AskForm = ({
  values,
  filter: first,
  names,
  wrong = {},
  ask,
}: {
  readonly values: readonly PersonValue[];
  readonly filter: Filter;
  readonly names: RegisterNames | undefined;
  readonly wrong?: WrongFilter;
  readonly ask: Ask;
}): VNode => {
  const words = useWords('find');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<readonly Typed[]>(() => (values.length === 0 ? [nothingTyped] : toTyped(values)));
  const [filter, setFilter] = useState(first);
  const [wrongValue, setWrongValue] = useState<WrongValue>();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = findWrong(typed);
    setWrongValue(found);
    if (found) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const asked = readTyped(typed);
    if ('id' in asked) ask({ view: 'consent', id: asked.id }, []);
    else ask({ view: 'consents', filter }, asked.values);
  };
  return (
    <form class="ask" role="search" ref={form} onSubmit={submit}>
      <AskPerson typed={typed} wrong={wrongValue} change={setTyped} />
      <details open={isOpen(first)}>
        <summary>{words.narrow}</summary>
        <AskFilter filter={filter} wrong={wrong} names={names} change={setFilter} />
      </details>
      <p class="actions">
        <button type="submit" class="primary">
          {words.find}
        </button>
      </p>
    </form>
  );
};
