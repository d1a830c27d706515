import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Called } from '../calls/called.tsx';
import { followList } from '../calls/follow.ts';
import { useCall } from '../calls/use-call.ts';
import { beginList, mostPerPage } from '../consents/listed-consent.ts';
import type { Found } from '../consents/results.tsx';
import { Progress, useProgress } from '../consents/results.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { chooseTelling } from '../find/person-value.ts';
import { useQuestion } from '../find/question.ts';
import { useNames } from '../find/register-names.ts';
import { useWords, useWriting } from '../language.ts';
import { ChooseValues } from './choose-values.tsx';
import { toHistories } from './history.ts';
import { NoticeSection } from './notice-history.tsx';

/** The most consents and calls for one person. A list shows the rest. */
const [mostConsents, mostCalls] = [1_000, 60];

const Histories = ({ found, values }: { readonly found: Found; readonly values: readonly PersonValue[] }): VNode => {
  const [words, writing] = [useWords('person'), useWriting()];
  const { ask } = useQuestion();
  const naming = useNames().outcome;
  const names = naming.is === 'done' ? naming.value : undefined;
  const { rows, next } = found;
  const all = (): void => ask({ view: 'consents', filter: {} }, values);
  return (
    <div>
      <p role="status">
        {next === null ? words.found(rows.length, writing.number(rows.length)) : words.cut(writing.number(rows.length))}{' '}
        <button type="button" class="plain screen" onClick={all}>
          {words.all}
        </button>
      </p>
      {toHistories(rows).map((history) => (
        <NoticeSection key={history.pid} history={history} names={names} />
      ))}
      <p class="quiet small">{words.noErased}</p>
    </div>
  );
};

const Reading = ({ values }: { readonly values: readonly PersonValue[] }): VNode => {
  const progress = useProgress('all');
  const calling = useCall<Found>(
    async (client, signal) =>
      followList({
        read: await beginList(client, { filter: {}, values }, signal),
        ...{ wanted: mostConsents, perPage: mostPerPage, calls: mostCalls },
        ...{ isStopped: progress.isStopped, onProgress: progress.tell },
      }),
    [],
  );
  const show = (read: Found): VNode => <Histories found={read} values={values} />;
  const found = calling.outcome.is === 'waiting' ? progress.found : undefined;
  if (found) return <Progress found={found} stop={progress.stop} />;
  return <Called calling={calling} show={show} />;
};

/** All consents with the same values, by notice. @param tell passes the person's name to the heading */
export const PersonTimeline = ({
  values,
  tell,
}: {
  readonly values: readonly PersonValue[];
  readonly tell: (whose: string) => void;
}): VNode => {
  const words = useWords('person');
  const [chosen, setChosen] = useState(() => chooseTelling(values));
  const whose = chosen.map(({ value }) => value).join(', ');
  useEffect(() => tell(whose), [whose]);
  return (
    <div>
      <ChooseValues values={values} chosen={chosen} choose={setChosen} />
      {chosen.length === 0 ? (
        <p class="note">{words.chooseOne}</p>
      ) : (
        <Reading key={JSON.stringify(chosen)} values={chosen} />
      )}
    </div>
  );
};
