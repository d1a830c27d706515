import { dayMilliseconds } from '../../../shared/runtime/time.ts';
import type { Random } from '../../support/make/chance.ts';
import type { Draft, newRegister } from '../../support/make/officer-register.ts';
import { onDay } from '../../support/make/officer-register.ts';

type Register = Pick<Awaited<ReturnType<typeof newRegister>>, 'projects' | 'versions'>;

/** Consents of so many days, of any project and version; each third one is revoked, up to so many days later. */
export const drawDrafts = (
  random: Random,
  { projects, versions }: Register,
  { count, days, revokedWithin }: { readonly count: number; readonly days: number; readonly revokedWithin: number },
): Draft[] =>
  Array.from({ length: count }, (_, i) => {
    const given = onDay(random.below(days) + random.below(4) / 4);
    const revoked = new Date(given.getTime() + random.below(revokedWithin * 4) * (dayMilliseconds / 4));
    return {
      userData: { email: `${i}@example.com`, club: 'A' },
      given,
      projectUid: random.pick(projects),
      version: random.pick(versions),
      lang: random.pick(['eng', 'ita'] as const),
      channel: random.pick(['web', 'email'] as const),
      ...(i % 3 === 0 && { revoked }),
    };
  });
