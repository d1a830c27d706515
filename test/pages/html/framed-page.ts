import { Fragment, h, render } from 'preact';
import { LanguageContext, newSpoken } from '../../../pages/console/language.tsx';
import { framePage } from '../../../pages/console/page-settings.ts';
import { sanitise } from '../../../pages/html/sanitise-in-browser.ts';
import english from '../../../pages/i18n/en.json' with { type: 'json' };
import { newMarkupShowing } from '../../../pages/ui/framed-markup.tsx';
import { renderMarkup } from '../../../pages/ui/markup.ts';

const spoken = newSpoken('en', english);
const showing = newMarkupShowing(spoken, {
  page: { src: framePage() },
  loadSanitiser: async () => ({ sanitise }),
  NotShown: () => h(Fragment, null, h('p', { class: 'remark' }, english['markup.notShown'])),
});

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
      LanguageContext.Provider,
      { value: spoken },
      h(
        'main',
        null,
        h('h1', null, 'Texts'),
        h('h2', null, 'As they looked'),
        texts.map((text) => renderMarkup('the text', text, showing)),
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
