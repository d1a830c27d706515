import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/index.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/follow.ts';
import { chooseTelling, toValues } from '../find/person-value.ts';
import type { Ask } from '../find/question.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { useWords, useWriting } from '../language.ts';
import { ConsentRows } from './consent-rows.tsx';
import { ListEnds } from './list-ends.tsx';
import type { ListQuestion } from './listed-consent.ts';
import { timeOfId } from './listed-consent.ts';
import { NothingFound } from './nothing-found.tsx';

export type Found = Followed<ListedConsent>;

/** How far a search for rare rows has got, and a way to stop it. */
export const Progress = ({ found, stop }: { readonly found: Found; readonly stop: () => void }): VNode => {
  const [words, writing] = [useWords('consents'), useWriting()];
  const [isStopping, setStopping] = useState(false);
  const { rows, next } = found;
  const day = next === null ? '' : writing.day(timeOfId(next));
  const end = (): void => {
    setStopping(true);
    stop();
  };
  return (
    <p class="note">
      <span role="status">{words.looking(day, rows.length, writing.number(rows.length))}</span>
      <button type="button" disabled={isStopping} onClick={end}>
        {words.stop}
      </button>
    </p>
  );
};

/** The progress of a search while it runs. */
export const useProgress = (key: string) => {
  const [progress, setProgress] = useState<{ readonly key: string; readonly found: Found }>();
  const stopped = useRef('');
  return {
    found: progress?.key === key ? progress.found : undefined,
    tell: (found: Found): void => setProgress({ key, found }),
    stop: (): void => {
      stopped.current = key;
    },
    isStopped: (): boolean => stopped.current === key,
  };
};

/** The person whose consents are shown; undefined if there may be several. */
const findPerson = (rows: readonly ListedConsent[]): ListedConsent | undefined => {
  const told = rows.map(({ userData }) => JSON.stringify(chooseTelling(toValues(userData))).toLowerCase());
  return told[0] !== '[]' && new Set(told).size === 1 ? rows[0] : undefined;
};

interface ResultsProps {
  readonly address: Extract<Address, { view: 'consents' }>;
  readonly question: ListQuestion;
  readonly names: RegisterNames | undefined;
  readonly found: Found;
  readonly ask: Ask;
}

/** The rows found, how many of them are shown, and links to the rest. */
export const Results = ({ address, question, names, found, ask }: ResultsProps): VNode => {
  const [words, writing] = [useWords('consents'), useWriting()];
  const { rows, next, isCut } = found;
  const ends = <ListEnds address={address} next={next} isCut={isCut} />;
  if (rows.length === 0 && next === null) {
    return address.after === undefined ? (
      <NothingFound question={question} ask={ask} />
    ) : (
      <div>
        <p>{words.noneOlder}</p>
        {ends}
      </div>
    );
  }
  const rest = isCut ? words.lookedThrough(writing.day(timeOfId(next ?? ''))) : words.thereIsMore;
  const count = words.shown(rows.length, writing.number(rows.length));
  const caption = `${count}${next === null ? (address.after === undefined ? words.thatIsAll : words.thatIsEnd) : rest}`;
  const person = question.values.length > 0 ? findPerson(rows) : undefined;
  return (
    <div>
      {person && (
        <p class="actions">
          <a class="button" href={toFragment({ view: 'person', id: person.id })}>
            {words.timeline}
          </a>
        </p>
      )}
      {rows.length === 0 ? <p role="status">{caption}</p> : <ConsentRows rows={rows} names={names} caption={caption} />}
      {ends}
    </div>
  );
};
