/** About the width of a frame on A4 and Letter, without the margins and the box around it. */
const paperWidth = '16cm';

/** Makes a frame as high as its content, without moving the page around it. The style sheet limits the height. */
const fitHeight = (frame: HTMLIFrameElement): void => {
  const [root, place] = [frame.contentDocument?.documentElement, frame.parentElement];
  if (!root || !place) return;
  place.style.height = `${place.offsetHeight}px`;
  frame.style.height = '0';
  const height = root.scrollHeight;
  const border = frame.offsetHeight - frame.clientHeight;
  frame.style.height = `${height + border}px`;
  const scrollbar = frame.clientHeight - root.clientHeight;
  if (scrollbar > 0) frame.style.height = `${height + border + scrollbar}px`;
  place.style.height = '';
};

/**
 * Keeps a frame as high as its content and lets it print whole. The frame needs a parent of its own.
 *
 * @returns a function that stops this
 */
export const keepFit = (frame: HTMLIFrameElement): (() => void) => {
  const stop = new AbortController();
  let request = 0;
  const fitSoon = (): void => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => fitHeight(frame));
  };
  const observer = new ResizeObserver(fitSoon);
  const body = frame.contentDocument?.body;
  if (body) observer.observe(body);
  if (frame.parentElement) observer.observe(frame.parentElement);
  const fitTo = (width: string) => (): void => {
    frame.style.width = width;
    fitHeight(frame);
  };
  window.addEventListener('beforeprint', fitTo(paperWidth), { signal: stop.signal });
  window.addEventListener('afterprint', fitTo(''), { signal: stop.signal });
  fitHeight(frame);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(request);
    stop.abort();
  };
};
