import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { UserData } from '../../../client/index.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import { toValues } from '../find/person-value.ts';
import { useWords } from '../language.ts';
import { Empty } from '../parts/empty.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { PersonTimeline } from './person-timeline.tsx';

/** What a person agreed to and withdrew, found by the values of one of the consents. No value is in the address. */
export const PersonPage = ({ id }: { readonly id: string }): VNode => {
  const words = useWords('person');
  const [shown, setShown] = useState('');
  const calling = useCall(
    async (client, signal) => (await client.searchConsents({ id, userData: {} }, { signal })).data[0]?.userData ?? null,
    [id],
  );
  const show = (userData: UserData | null): VNode => {
    if (userData === null)
      return (
        <Empty>
          <p>{words.unknown}</p>
        </Empty>
      );
    const values = toValues(userData);
    if (values.length === 0)
      return (
        <Empty>
          <p>{words.erased}</p>
        </Empty>
      );
    return <PersonTimeline values={values} tell={setShown} />;
  };
  return (
    <main id="content">
      <p class="trail screen">
        <a href={toFragment({ view: 'consent', id })}>← {words.back}</a>
      </p>
      <PageHeading title={words.title}>{shown === '' ? words.title : words.heading(tame(shown))}</PageHeading>
      <Called calling={calling} show={show} />
    </main>
  );
};
