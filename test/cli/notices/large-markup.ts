import { expect } from 'vitest';
import { checkMarkup } from '../../../pages/html/lint.ts';

export const mebibyte = 1024 * 1024;

/** A mebibyte of the same text over and over. */
export const filled = (part: string): string => part.repeat(Math.floor(mebibyte / part.length));

/** Expects at most five seconds of this process alone, whatever else the machine does. */
export const expectToBeCheckedSoon = (html: string): void => {
  const before = process.cpuUsage();
  checkMarkup(html);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
};
