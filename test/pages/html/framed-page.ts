import { Fragment, h, render } from 'preact';
import { newSpoken } from '../../../pages/console/language.tsx';
import { framePage } from '../../../pages/console/page-settings.ts';
import { sanitise } from '../../../pages/html/sanitise-in-browser.ts';
import english from '../../../pages/i18n/en.json' with { type: 'json' };
import { useMarkupShowing } from '../../../pages/ui/framed-markup.tsx';
import { Markup } from '../../../pages/ui/markup.ts';
import { WordsContext } from '../../../pages/ui/words.ts';

const spoken = newSpoken('en', english);
/** A text as the console shows it. */
const Text = ({ text }: { readonly text: string }) => {
  const showing = useMarkupShowing({
    page: { src: framePage() },
    loadSanitiser: async () => ({ sanitise }),
    NotShown: () => h(Fragment, null, h('p', { class: 'remark' }, english['markup.notShown'])),
  });
  return h(Markup, { name: 'the text', text, showing });
};

/** Every frame of the page has been filled, or says that it cannot be. */
const isSettled = (count: number): boolean => {
  const frames = Array.from(document.querySelectorAll<HTMLIFrameElement>('.framed iframe'));
  return (
    document.querySelectorAll('main .remark').length === count &&
    frames.every(({ contentDocument }) => contentDocument?.querySelectorAll('style').length === 2)
  );
};

/** Shows texts as the console does, and waits until they are. The test calls it in the page. */
const show = async (texts: readonly string[]): Promise<void> => {
  const place = document.getElementById('console');
  if (place === null) return;
  render(null, place);
  render(
    h(
      WordsContext.Provider,
      { value: spoken },
      h(
        'main',
        null,
        h('h1', null, 'Texts'),
        h('h2', null, 'As they looked'),
        texts.map((text) => h(Text, { text })),
      ),
    ),
    place,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = (): number => requestAnimationFrame(() => (isSettled(texts.length) ? resolve() : wait()));
  wait();
  await promise;
  await new Promise(requestAnimationFrame);
};

Object.assign(window, { show });
void show([]);
