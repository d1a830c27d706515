import { test } from 'vitest';
import { newTenant } from '../../support/make/builders.ts';
import { setTime } from '../../support/make/clock.ts';
import { check, now, people, put, searches } from '../../support/make/long-lists.ts';

test('pages of a list that is partly counted and partly recent have what was put in', async () => {
  setTime(new Date(now));
  const tenant = await newTenant();
  const counted = await put(tenant, people(1_300, { until: 20 }));
  const late = await put(tenant, people(130, { until: 0, apart: 1 }));

  for (const parameters of searches(tenant)) await check(tenant, [...counted, ...late], parameters);
});

test('pages of a list with few recent entries do not read these twice', async () => {
  setTime(new Date(now));
  const tenant = await newTenant();
  const counted = await put(tenant, people(400, { until: 20 }));
  const late = await put(tenant, people(6, { until: 0, apart: 30 }));

  for (const parameters of searches(tenant)) await check(tenant, [...counted, ...late], parameters);
});
