import { beforeAll, describe, expect, test } from 'vitest';
import { representByName, representedBy } from '../../../support/representative.ts';
import type { Authorities } from '../../../support/time-stamp-authority.ts';
import { needsOpenssl, openAuthorities } from '../../../support/time-stamp-authority.ts';
import { judgeStock } from './stamps/judge-stock.ts';
import { makeStock } from './stamps/make-stock.ts';
import type { Stock } from './stamps/stock.ts';
import { bytes, certificateOf, damage, isTaken, otherBytes, readStock, tokenOf, writeStock } from './stamps/stock.ts';

const gate = 'test/shared/log/anchors/verify-stamp.test.ts';

describe('a stamp that openssl makes now', needsOpenssl, () => {
  let authorities: Authorities;
  let made: Stock;

  representByName(gate, 'a stamp');

  beforeAll(async () => {
    authorities = await openAuthorities();
    made = await makeStock(authorities);
    if (process.env.STAMPS === 'write') writeStock(made);
  });

  judgeStock(() => made);

  test('is one of those that are stored', representedBy(gate, 'a stamp > for other bytes is refused'), () => {
    const stored = readStock();

    for (const part of ['certificates', 'stamps'] as const)
      expect(Object.keys(stored[part])).toEqual(Object.keys(made[part]));
    expect(stored.taken).toEqual(made.taken);
  });
});

describe('a stamp that is stored', needsOpenssl, () => {
  let authorities: Authorities;

  beforeAll(async () => {
    authorities = await openAuthorities();
  });

  test(
    'is still taken or refused by openssl as when it was made',
    representedBy(gate, 'a stamp > damaged so that it is taken is taken by openssl too'),
    async () => {
      const stock = readStock();
      const good = tokenOf(stock, 'good');
      const root = certificateOf(stock, 'good-root');
      const soonAfter = new Date(Date.parse(stock.read.time) + 3_600_000);
      const pairs = Object.keys(stock.taken).map((name) => /^(.+) by (.+?)( for other bytes)?$/.exec(name) ?? []);

      for (const [, stamp = '', trusted = '', other] of pairs) {
        const content = other === undefined ? bytes : otherBytes;
        const taken = await authorities.accepts(
          tokenOf(stock, stamp),
          content,
          certificateOf(stock, trusted),
          soonAfter,
        );
        expect(taken, `${stamp} by ${trusted}`).toBe(isTaken(stock, stamp, trusted, content));
      }
      for (const [at, taken] of Object.entries(stock.takenDamaged))
        expect(await authorities.accepts(damage(good, Number(at)), bytes, root, soonAfter), `byte ${at}`).toBe(taken);
    },
  );
});
