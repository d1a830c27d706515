import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Client, UserData } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { Careful } from '../consents/careful.tsx';
import { toValues } from '../find/person-value.ts';
import { useText } from '../language.ts';

/** Consents of a request that are read without being asked for: a page may have many requests. */
const readFirst = 5;

/** What was read, by the id of the consent; without values if it was erased. */
type Read = ReadonlyMap<string, UserData>;

const readValues = async (client: Client, ids: readonly string[], signal: AbortSignal): Promise<Read> => {
  const read = new Map<string, UserData>();
  for (const id of ids) {
    const { data } = await client.searchConsents({ id, userData: {} }, { signal });
    read.set(id, data[0]?.userData ?? {});
  }
  return read;
};

const listValues = (userData: UserData): readonly string[] =>
  toValues(userData).map(({ value }) => escapeInvisible(value));

/** The values of the person, each once, and a warning if they may be of several. */
const Person = ({ read }: { readonly read: Read }): VNode => {
  const t = useText();
  const values = [...new Set([...read.values()].flatMap(listValues))];
  return (
    <div>
      <p>
        {t('erasures.whose')} <bdi>{values.length === 0 ? t('consents.nobody') : values.join(', ')}</bdi>
      </p>
      <Careful rows={[...read.values()].map((userData) => ({ userData }))} />
    </div>
  );
};

const Item = ({ id, userData }: { readonly id: string; readonly userData: UserData | undefined }): VNode => {
  const t = useText();
  const values = userData && listValues(userData);
  return (
    <li>
      <a href={toFragment({ view: 'consent', id })}>
        <code>{id}</code>
      </a>
      {values && <bdi> {values.length === 0 ? t('consents.nobody') : values.join(', ')}</bdi>}
    </li>
  );
};

/**
 * Whose the consents of a request are, as the register knows it now: the request does not say it. The first are read at once, all when somebody
 * opens the list.
 */
export const Whose = ({ ids }: { readonly ids: readonly string[] }): VNode => {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  const wanted = isOpened ? ids : ids.slice(0, readFirst);
  const calling = useCall((client, signal) => readValues(client, wanted, signal), [wanted.length]);
  const { outcome } = calling;
  const read = outcome.is === 'done' ? outcome.value : undefined;
  return (
    <div>
      <Called calling={calling} show={(found) => <Person read={found} />} />
      <Consents ids={ids} read={read} open={() => setOpened(true)} heading={t('erasures.consents')} />
    </div>
  );
};

/** The consents of a request, folded. @param read what is known of whose they are; undefined where it is not looked up */
export const Consents = ({
  ids,
  read,
  open,
  heading,
}: {
  readonly ids: readonly string[];
  readonly read?: Read | undefined;
  readonly open?: () => void;
  readonly heading: string;
}): VNode => (
  <details onToggle={open}>
    <summary>{heading}</summary>
    <ul class="items">
      {ids.map((id) => (
        <Item key={id} id={id} userData={read?.get(id)} />
      ))}
    </ul>
  </details>
);
