import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseFormat } from '../../../cli/output/format.ts';
import { note } from '../../../cli/output/print.ts';
import { beginProgress, countOf, withProgress } from '../../../cli/output/progress.ts';

const { isTTY, columns } = process.stderr;
let written: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(process.stderr, { isTTY, columns });
  chooseFormat({ json: false });
});

const describe = (count: number): string => countOf(count, 'consents read');
const erase = ['\u001b[1G', '\u001b[2K'];

const beginAt = (place: 'terminal' | 'file') => {
  Object.assign(process.stderr, { isTTY: place === 'terminal', columns: 20 });
  return beginProgress(describe);
};

test('what is done within two seconds says nothing', () => {
  const progress = beginAt('terminal');
  progress.advance(5);
  vi.advanceTimersByTime(1_999);
  progress.end();
  vi.advanceTimersByTime(60_000);

  expect(written).toEqual([]);
});

test('in a terminal one line is rewritten, cut to its width, and gone at the end', () => {
  const progress = beginAt('terminal');
  progress.advance(1_200);
  vi.advanceTimersByTime(2_000);
  progress.advance(1_000_000);
  vi.advanceTimersByTime(500);
  progress.end();

  expect(written).toEqual(['1,200 consents read', ...erase, '1,001,200 consents ', ...erase]);
});

test('elsewhere there is a line now and then', () => {
  const progress = beginAt('file');
  for (let second = 0; second < 23; second += 1) {
    progress.advance(10);
    vi.advanceTimersByTime(1_000);
  }
  progress.end();

  expect(written).toEqual(['20 consents read\n', '120 consents read\n', '220 consents read\n']);
});

test('what else is said takes the place of the line', () => {
  const progress = beginAt('terminal');
  vi.advanceTimersByTime(2_000);
  note('Done.');
  progress.end();

  expect(written).toEqual(['0 consents read', ...erase, 'Done.\n']);
});

test('scripts get no progress', () => {
  chooseFormat({ json: true });
  const progress = beginAt('terminal');
  vi.advanceTimersByTime(60_000);
  progress.end();

  expect(written).toEqual([]);
});

test.each([
  [1, 'consents read', '1 consent read\n'],
  [1, 'leaves read', '1 leaf read\n'],
  [2, 'leaves read', '2 leaves read\n'],
])('%d of %s is written as people do', async (count, what, expected) => {
  Object.assign(process.stderr, { isTTY: false });
  await withProgress(what, async (advance) => {
    advance(count);
    vi.advanceTimersByTime(2_000);
  });

  expect(written).toEqual([expected]);
});
