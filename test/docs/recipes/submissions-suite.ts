import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import type { Site } from './program.ts';
import { makeState, recipeEnvironment, recipes, standIns, startSite } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const add = '/consent-register/add';
const isDown = { status: 503, retryAfter: 30 };

/** Holds what the form of Django keeps while the register is down, and what becomes of it. */
export const describeSubmissions = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes-forms.test.ts',
    'python/submissions.py > what a person sends while the register is down is recorded later, once, with the time of the form',
    needsProgram('python3'),
  );

  describe('python/submissions.py', represented, () => {
    const { state, remove } = makeState();
    const file = join(state, 'queue.sqlite3');
    let front: Front;
    let site: Site;
    afterAll(remove);

    const settings = (place: string) => ({ ...recipeEnvironment(front.url, state), REGISTER_QUEUE: place });
    const start = (place = file): Promise<Site> =>
      startSite(['python3', join(standIns, 'django_site.py')], '/newsletter/', settings(place));
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      site = await start();
      return async () => {
        front.close();
        await site.stop();
      };
    });

    const act = (...words: readonly string[]) =>
      run('python3', [join(recipes, 'python/submissions.py'), ...words], settings(file));
    const submit = async (email: string) => (await openForm(site.url)).send({ email, agree: '1' });
    const says = (recorded: number, waiting = 0, refused = 0): string =>
      `${recorded} recorded, ${waiting} waiting, ${refused} refused\n`;
    /** What the list has: state, time, key and reason of each. */
    const list = async () => {
      const { stdout } = await act('list');
      return stdout.split('\n').filter(Boolean);
    };
    const change = (statement: string): void => {
      const program = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()';
      expect(spawnSync('python3', ['-c', program, file, statement]).status).toBe(0);
    };
    /** The last attempt of all that waits was so long ago that the register has forgotten the key. */
    const age = () => change("UPDATE consent_submissions SET first_sent = first_sent - 90000 WHERE state = 'waiting'");

    testOf('gate')(
      'what a person sends while the register is down is recorded later, once, with the time of the form',
      async () => {
        const email = 'ida@queue.example';
        const mend = front.failAlways(add, isDown);
        const before = Date.now();
        expect(await submit(email)).toEqual({ status: 202, html: expect.stringContaining('We keep') });
        const stderr = 'The register could not be used: Made up by a test.\n';
        expect(await act('send')).toEqual({ exitCode: 2, stdout: says(0, 1), stderr });
        expect(await list()).toEqual([expect.stringMatching(/^waiting \S+ \S+ Made up by a test\.$/)]);
        expect(statSync(file).mode & 0o777).toBe(0o600);
        mend();

        const outcomes = await Promise.all([act('send'), act('send'), act('send')]);

        expect(outcomes.filter(({ stdout }) => stdout.startsWith('1 recorded'))).toHaveLength(1);
        expect(await act('send')).toEqual({ exitCode: 0, stdout: says(0), stderr: '' });
        const [consent, ...others] = await register().consentsOf(email);
        expect(others).toEqual([]);
        expect([...new Set(front.sentTo(add).map(({ key }) => key))]).toEqual([consent?.proof.submission]);
        const { submitted_at: time = '' } = consent?.proof ?? {};
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
        expect(Date.parse(time)).toBeGreaterThanOrEqual(before - 1_000);
        expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
        expect(readFileSync(file).includes(email)).toBe(false);
      },
    );

    testOf('rest')('what is recorded already, although no answer came, is not recorded again', async () => {
      const email = 'lea@queue.example';
      front.fail(add, { ...isDown, isLate: true });
      expect((await submit(email)).status).toBe(202);
      expect(await register().consentsOf(email)).toHaveLength(1);
      expect(await act('send')).toEqual({ exitCode: 0, stdout: says(1), stderr: '' });
      expect(await register().consentsOf(email)).toHaveLength(1);
    });

    testOf('rest')(
      'when the register has forgotten the key, the consent is searched for before it is sent',
      async () => {
        const [known, unknown] = ['known@queue.example', 'unknown@queue.example'];
        front.fail(add, { ...isDown, isLate: true }, isDown);
        for (const email of [known, unknown]) await submit(email);
        age();
        const sent = front.sentTo(add).length;

        front.fail('/consent-register/search', isDown);
        expect(await act('send')).toMatchObject({ exitCode: 2, stdout: says(0, 2) });
        expect(await act('send')).toEqual({ exitCode: 0, stdout: says(2), stderr: '' });

        expect(front.sentTo(add)).toHaveLength(sent + 1);
        for (const email of [known, unknown]) expect(await register().consentsOf(email)).toHaveLength(1);
      },
    );

    testOf('rest')('what a sender that ended has left is sent by another, once its time is over', async () => {
      const email = 'eve@queue.example';
      front.fail(add, isDown);
      await submit(email);
      change('UPDATE consent_submissions SET leased_until = 9e9');
      expect(await act('send')).toMatchObject({ exitCode: 2, stdout: says(0, 1), stderr: '' });
      change('UPDATE consent_submissions SET leased_until = 1');
      expect(await act('send')).toMatchObject({ exitCode: 0, stdout: says(1) });
      expect(await register().consentsOf(email)).toHaveLength(1);
    });

    testOf('rest')(
      'what is refused for good is put aside with the reason, and sent again when the operator says so',
      async () => {
        const people = ['first@queue.example', 'second@queue.example', 'third@queue.example'];
        front.fail(add, isDown, isDown, isDown);
        for (const email of people) await submit(email);
        front.fail(add, { status: 422, field: 'projectUid' }, { status: 500 });

        const { exitCode, stdout } = await act('send');

        // A fault of the register at one submission does not hold up the others.
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: says(1, 1, 1) });
        expect(await act('send')).toMatchObject({ exitCode: 1, stdout: says(1, 0, 1) });
        const [line = '', ...others] = await list();
        expect(others).toEqual([]);
        expect(line).toMatch(/^refused \S+ \S+ Made up by a test\. .*"projectUid"/);
        expect(line).not.toContain('@');
        const [, , key = ''] = line.split(' ');
        expect((await act('show', key)).stdout).toContain('@queue.example');
        expect(await act('retry', key)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
        expect(await act('send')).toMatchObject({ exitCode: 0, stdout: says(1) });
        expect((await Promise.all(people.map(register().consentsOf))).flat()).toHaveLength(3);
        expect(await act('drop', key)).toMatchObject({ exitCode: 1, stderr: 'There is no such submission to drop.\n' });
      },
    );

    testOf('rest')('a form that is sent again is recorded once, and what the visitor is told is not kept', async () => {
      const email = 'una@queue.example';
      const form = await openForm(site.url);
      expect((await form.send({ email, agree: '1' })).status).toBe(200);
      expect((await form.send({ email, agree: '1' })).status).toBe(200);
      expect(await register().consentsOf(email)).toHaveLength(1);
      expect(await form.send({ email: 'other@queue.example', agree: '1' })).toEqual({
        status: 409,
        html: expect.stringContaining('sent before'),
      });

      front.fail(add, { status: 422 }, { status: 422, field: 'consentInformationVersionId' });
      expect((await submit(email)).status).toBe(422);
      expect((await submit(email)).status).toBe(409);
      expect(await list()).toEqual([]);
    });

    testOf('rest')(
      'a setting that is wrong costs no consent, and neither does a queue that cannot be written',
      async () => {
        const [sue, max] = ['sue@queue.example', 'max@queue.example'];
        front.fail(add, { status: 422, field: 'projectUid' });
        expect((await submit(sue)).status).toBe(202);
        const [line = ''] = await list();
        await act('retry', line.split(' ')[2] ?? '');
        expect(await act('send')).toMatchObject({ stdout: says(1) });
        expect(await register().consentsOf(sue)).toHaveLength(1);

        const broken = join(state, 'broken.sqlite3');
        const another = await start(broken);
        const form = await openForm(another.url);
        spawnSync('sh', ['-c', 'echo "This is no table, and no file of SQLite." > "$0"', broken]);
        expect((await form.send({ email: max, agree: '1' })).status).toBe(200);
        expect(another.log()).toContain('The queue of submissions cannot be used.');
        await another.stop();
        expect(await register().consentsOf(max)).toHaveLength(1);
      },
    );

    testOf('rest')('a file that cannot be written is named', async () => {
      const nowhere = run('python3', [join(recipes, 'python/submissions.py'), 'send'], settings('/proc/none'));
      expect(await nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('/proc/none') });
    });
  });
};
