import type { VNode } from 'preact';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { followList } from '../calls/follow.ts';
import type { Outcome } from '../calls/use-call.ts';
import { useCall } from '../calls/use-call.ts';
import { AskForm } from '../find/ask.tsx';
import type { WrongFilter } from '../find/ask-filter.tsx';
import { useQuestion } from '../find/question.ts';
import { useNames } from '../find/register-names.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { AskedFor } from './asked-for.tsx';
import { beginList, toRefusals } from './listed-consent.ts';
import type { Found } from './results.tsx';
import { Progress, Results, useProgress } from './results.tsx';

/** Rows of a page of the list. */
const wanted = 50;

/** How many calls a search makes for rare rows before it asks the reader whether to continue. */
const mostCalls = 40;

/** Why parts of the filter were refused, in the reader's language. */
const useWrong = (outcome: Outcome<Found>): WrongFilter => {
  const { refused } = useWords('find');
  const refusals = outcome.is === 'failed' ? toRefusals(outcome.error) : [];
  return Object.fromEntries(refusals.map(([name, why]) => [name, refused[why]]));
};

/** The consents found, newest first. It keeps only one page of them. */
export const ConsentList = ({ address }: { readonly address: Extract<Address, { view: 'consents' }> }): VNode => {
  const words = useWords('consents');
  const { filter, after } = address;
  const { number, values, isLost, ask } = useQuestion();
  const naming = useNames().outcome;
  const names = naming.is === 'done' ? naming.value : undefined;
  const key = `${number} ${toFragment(address)}`;
  const progress = useProgress(key);
  const calling = useCall<Found>(
    async (client, signal) =>
      followList({
        read: await beginList(client, { filter, values }, signal),
        ...{ after, wanted, perPage: wanted, calls: mostCalls },
        ...{ isStopped: progress.isStopped, onProgress: progress.tell },
      }),
    [key],
  );
  const wrong = useWrong(calling.outcome);
  const isRefused = Object.keys(wrong).length > 0;
  const foundSoFar = calling.outcome.is === 'waiting' ? progress.found : undefined;
  const show = (found: Found): VNode => (
    <Results address={address} question={{ filter, values }} names={names} found={found} ask={ask} />
  );
  return (
    <main id="content">
      <PageHeading title={words.heading} />
      {isLost && (
        <p class="warning" role="status">
          {words.lost}
        </p>
      )}
      <AskedFor question={{ filter, values }} names={names} />
      <details class="screen" open={isRefused || isLost}>
        <summary>{words.change}</summary>
        <AskForm key={key} values={values} filter={filter} names={names} wrong={wrong} ask={ask} />
      </details>
      {foundSoFar ? <Progress found={foundSoFar} stop={progress.stop} /> : null}
      {isRefused || foundSoFar ? null : <Called calling={calling} show={show} />}
    </main>
  );
};
