import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readAwaited } from '../page-settings.ts';
import type { Awaited, Speech } from './use-speech.ts';

/** Milliseconds until the page says that a language is loading. A quick one does not flicker. */
const told = 300;

/**
 * A message in a language that is not loaded: that it is loading, or that loading failed.
 *
 * @param stay offered if the page shows nothing else
 */
export const AwaitedLanguage = ({
  awaited: { language, is },
  choose,
  stay,
}: {
  readonly awaited: Awaited;
  readonly stay?: Speech['stay'];
} & Pick<Speech, 'choose'>): VNode | null => {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    setTold(false);
    const timer = setTimeout(setTold, told, true);
    return () => clearTimeout(timer);
  }, [language, is]);
  if (is === 'failed')
    return (
      <div class="failed" role="alert" lang={language}>
        <p>{readAwaited(language, 'failed')}</p>
        <p>
          <button type="button" onClick={() => choose(language)}>
            {readAwaited(language, 'again')}
          </button>
        </p>
      </div>
    );
  return (
    <div class="waiting" lang={language}>
      <span role="status">{isTold ? readAwaited(language, 'loading') : ''}</span>
      {isTold && stay && language !== 'en' && (
        <>
          {' '}
          <button type="button" class="plain" onClick={stay}>
            {readAwaited(language, 'inEnglish')}
          </button>
        </>
      )}
    </div>
  );
};
