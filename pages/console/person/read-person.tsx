import type { VNode } from 'preact';
import type { UserData } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { useKept } from '../actions/sending.ts';
import type { Followed } from '../calls/list-pages.tsx';
import { Listing, useListing } from '../calls/list-pages.tsx';
import type { Calling } from '../calls/use-call.tsx';
import { useCall } from '../calls/use-call.tsx';
import { useText } from '../language.tsx';
import { Empty } from '../parts.tsx';
import type { FoundConsent } from '../search/listed-consent.ts';
import { beginList, mostPerPage } from '../search/listed-consent.ts';
import type { PersonValue } from './person-value.tsx';
import { chooseTelling, nameOfValue, nameValue, takeName, toValues } from './person-value.tsx';

/** What one consent says of its person; null if there is no such consent. */
export const useUserData = (id: string): Calling<UserData | null> =>
  useCall(
    async (client, signal) => (await client.searchConsents({ id, userData: {} }, { signal })).data[0]?.userData ?? null,
    [id],
  );

/** The person of a consent, and the values by which their other consents are found. */
export interface Person {
  /** Of the consent. */
  readonly id: string;
  readonly userData: UserData;
  readonly values: readonly PersonValue[];
}

type Found = Followed<FoundConsent>;

/** The most consents and calls for one person. A list shows the rest. */
const [mostConsents, mostCalls] = [1_000, 60];

/** The values that are chosen for a person, as long as the session lasts. No value is kept, only which of them it is. */
export const useChosenValues = ({ id, values }: Person) => {
  const [keys, keepKeys] = useKept<readonly string[] | undefined>(`values of the person of ${id}`, undefined);
  const chosen = keys === undefined ? chooseTelling(values) : values.filter(({ key }) => keys.includes(key));
  const choose = (next: readonly PersonValue[]): void => keepKeys(next.map(({ key }) => key));
  return [chosen, choose] as const;
};

/** The person of a consent that was read, or why nothing is known of them. */
export const ReadPerson = ({
  id,
  userData,
  show,
}: {
  readonly id: string;
  readonly userData: UserData | null;
  readonly show: (person: Person) => VNode;
}): VNode => {
  const t = useText();
  const values = userData === null ? [] : toValues(userData);
  if (userData !== null && values.length > 0) return show({ id, userData, values });
  return (
    <Empty>
      <p>{userData === null ? t('person.unknown') : t('person.erased')}</p>
    </Empty>
  );
};

/** All consents with the chosen values. */
export const PersonConsents = ({
  chosen,
  show,
}: {
  readonly chosen: readonly PersonValue[];
  readonly show: (found: Found) => VNode;
}): VNode => {
  const t = useText();
  if (chosen.length === 0) return <p class="note">{t('person.chooseOne')}</p>;
  return <Reading key={JSON.stringify(chosen)} chosen={chosen} show={show} />;
};

const Reading = ({ chosen, show }: Parameters<typeof PersonConsents>[0]): VNode => {
  const listing = useListing<FoundConsent>(
    (client, signal) => ({
      read: beginList(client, { filter: {}, readings: [chosen] }, signal),
      wanted: mostConsents,
      perPage: mostPerPage,
      calls: mostCalls,
    }),
    [],
  );
  return <Listing listing={listing} show={show} />;
};

/** What is known of a person besides their name. */
export const PersonValues = ({ person: { userData, values } }: { readonly person: Person }): VNode | null => {
  const t = useText();
  const { others } = takeName(values);
  if (others.length === 0) return null;
  return (
    <dl class="values">
      {others.map(({ key, value }) => (
        <div key={key}>
          <dt>
            <bdi>{escapeInvisible(nameOfValue(t, userData, key))}</bdi>
          </dt>
          <dd>
            <bdi>{escapeInvisible(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

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
  const t = useText();
  const isChosen = ({ key }: PersonValue): boolean => chosen.some((one) => one.key === key);
  const turn = (turned: PersonValue): void =>
    choose(values.filter((value) => (value === turned ? !isChosen(value) : isChosen(value))));
  return (
    <details class="screen">
      <summary>
        {t('person.choose')} {chosen.map(({ key }) => escapeInvisible(nameValue(t, key))).join(' + ')}
      </summary>
      <fieldset>
        <legend class="quiet">{t('person.chooseHelp')}</legend>
        {values.map((value) => (
          <label key={value.key} class="choice">
            <input type="checkbox" checked={isChosen(value)} onChange={() => turn(value)} />
            <span>
              {escapeInvisible(nameValue(t, value.key))} <bdi>{escapeInvisible(value.value)}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
};
