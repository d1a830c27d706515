import type { VNode } from 'preact';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useText } from '../language.ts';
import { PageHeading } from '../parts.tsx';
import type { Sessions } from './sessions.ts';

/** Shown while the tab's tokens are tried, and if the service does not answer. */
export const Recalling = ({
  error,
  recall,
  end,
}: { readonly error: unknown } & Pick<Sessions, 'recall' | 'end'>): VNode => {
  const t = useText();
  if (error === undefined)
    return (
      <main id="content">
        <Waiting />
      </main>
    );
  return (
    <main id="content">
      <PageHeading title={t('session.heading')} />
      <Failure error={error} again={recall} />
      <p class="actions">
        <button type="button" onClick={() => end('left')}>
          {t('session.signOut')}
        </button>
      </p>
    </main>
  );
};
