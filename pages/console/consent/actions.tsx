import type { VNode } from 'preact';
import { toFragment } from '../address.ts';
import { useWords } from '../language.ts';
import { useSession } from '../session/session.ts';
import { Saving } from './saving.tsx';
import type { Held, Statement } from './statement.ts';

/** A revoked or erased consent cannot be revoked; an expired or superseded one can. */
const isRevocable = ({ times }: Statement): boolean => times.revoked === null && times.erased === null;

/** The actions on a consent, and the links from it. */
export const Actions = ({ held }: { readonly held: Held }): VNode => {
  const words = useWords('consent');
  const { mayWrite } = useSession();
  const { statement } = held;
  const { id, notice } = statement;
  return (
    <nav class="actions" aria-label={words.actions}>
      <Saving held={held} />
      <a class="button" href={toFragment({ view: 'person', id })}>
        {words.person}
      </a>
      <a class="button" href={toFragment({ view: 'version', pid: notice.pid, version: notice.version })}>
        {words.version}
      </a>
      {mayWrite && isRevocable(statement) && (
        <a class="button final" href={toFragment({ view: 'revocation', id })}>
          {words.revoke}
        </a>
      )}
    </nav>
  );
};
