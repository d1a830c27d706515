/** What the page tells of a click: when it came, and when the last change that followed was painted. */
export interface Painted {
  readonly clicked: number;
  readonly painted: number;
  readonly calls: readonly (readonly [start: number, end: number])[];
}

/** In the page, before its own code: notes clicks, and what is painted after each change. */
export const installClock = (): void => {
  const seen = { clicked: 0, painted: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    seen.painted = performance.now();
  };
  const click = (event: Event): void => {
    seen.clicked = event.timeStamp;
    seen.painted = event.timeStamp;
    performance.clearResourceTimings();
  };
  const change = (): number => requestAnimationFrame(() => port2.postMessage(undefined));
  addEventListener('click', click, { capture: true });
  addEventListener('popstate', click, { capture: true });
  new MutationObserver(change).observe(document, { childList: true, subtree: true, characterData: true });
  const calls = () =>
    performance.getEntriesByType('resource').map(({ startTime, duration }) => [startTime, startTime + duration]);
  Object.assign(window, { tellPaint: () => ({ ...seen, calls: calls() }) });
};

/** Milliseconds from a click to the last paint during which no call was under way. */
export const besideCalls = ({ clicked, painted, calls }: Painted): number => {
  let [until, covered] = [clicked, 0];
  for (const [start, end] of [...calls].sort(([one], [other]) => one - other)) {
    const [from, to] = [Math.max(start, until), Math.min(end, painted)];
    if (to <= from) continue;
    covered += to - from;
    until = to;
  }
  return painted - clicked - covered;
};
