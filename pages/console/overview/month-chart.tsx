import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Frame } from '../../ui/charts.ts';
import { Axes, toArea, toCountAxis, toFrame, toLine } from '../../ui/charts.ts';
import { useText, useWriting } from '../language.tsx';
import type { OverviewMonth } from './tables.tsx';
import { endedOf, useLettering } from './tables.tsx';

/** What is in force at the end of each month, as a line. The pointer and the arrow keys show the figures of a month. @param months at least one */
export const MonthChart = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const lettering = useLettering();
  const [box, width] = useWidth();
  const [chosen, choose] = useState<number>();
  const last = months.length - 1;
  const at = Math.min(chosen ?? last, last);
  const figures = useFigures(months[at]);
  const axis = toCountAxis(Math.max(...months.map(({ active }) => active)));
  const frame = toFrame({ width, height: 220 }, months.length, 0, axis.top);
  const point = ({ clientX, currentTarget }: PointerAt): void =>
    choose(placeOf(clientX - currentTarget.getBoundingClientRect().left, frame, last));
  const press = (event: KeyboardEvent): void => {
    const next = keyed(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <figure class="month-chart panel">
      <figcaption>
        <h2>{t('overview.inForce')}</h2>
        <p aria-hidden="true">{figures}</p>
      </figcaption>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t('overview.inForce')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={figures}
        onKeyDown={press}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => choose(undefined)}
      >
        {width > 0 && (
          <svg
            class="chart"
            aria-hidden="true"
            viewBox={`0 0 ${width} ${frame.height}`}
            width={width}
            height={frame.height}
          >
            <Axes frame={frame} months={months.map(({ month }) => month)} marks={axis.marks} lettering={lettering} />
            <Line frame={frame} months={months} at={at} />
          </svg>
        )}
      </div>
    </figure>
  );
};

type PointerAt = Pick<PointerEvent, 'clientX'> & { readonly currentTarget: HTMLElement };

/** The month with its figures, in words. */
const useFigures = (month: OverviewMonth | undefined): string => {
  const t = useText();
  const writing = useWriting();
  if (month === undefined) return '';
  return t('overview.figuresOf', {
    month: writing.month(month.month),
    active: writing.number(month.active),
    given: writing.number(month.given),
    ended: writing.number(endedOf(month)),
  });
};

/** The width of an element in pixels, now and whenever it changes. */
const useWidth = (): readonly [box: RefObject<HTMLDivElement | null>, width: number] => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [box, width];
};

/** The month at a place of the chart. @param x pixels from its left edge */
export const placeOf = (x: number, frame: Pick<Frame, 'x' | 'band'>, last: number): number =>
  Math.max(0, Math.min(last, Math.round((x - frame.x(0)) / frame.band)));

/** The month that a key leads to, as with any slider; undefined for another key. */
export const keyed = (key: string, at: number, last: number): number | undefined => {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place === undefined ? undefined : Math.max(0, Math.min(last, place));
};

const Line = ({
  frame,
  months,
  at,
}: {
  readonly frame: Frame;
  readonly months: readonly OverviewMonth[];
  readonly at: number;
}): VNode => {
  const points = months.map(({ active }, place) => [frame.x(place), frame.y(active)] as const);
  const [x, y] = points[at] ?? [0, 0];
  return (
    <>
      <path class="area" d={toArea(points, frame.y(0))} />
      <path class="line" d={toLine(points)} />
      <line class="base" x1={x} x2={x} y1={frame.y(0)} y2={y} />
      <circle class="first" cx={x} cy={y} r="4" />
    </>
  );
};
