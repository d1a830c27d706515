/** As much of Apache ECharts as is used here, so that types are checked where it is not installed. */
declare module 'echarts' {
  export type EChartsOption = Readonly<Record<string, unknown>>;

  interface Chart {
    readonly setOption: (option: EChartsOption) => void;
    readonly renderToSVGString: () => string;
    readonly dispose: () => void;
  }

  interface Size {
    readonly renderer: 'svg';
    readonly ssr: true;
    readonly width: number;
    readonly height: number;
  }

  export const init: (place: null, theme: null, size: Size) => Chart;
}
