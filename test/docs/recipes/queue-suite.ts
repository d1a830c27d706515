import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import type { Site } from './program.ts';
import { makeState, recipeEnvironment, startSite } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const add = '/consent-register/add';
const isDown = { status: 503, retryAfter: 30 };

/** Holds what a form with a queue keeps while the register is down, and what becomes of it. */
export const describeQueue = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes-php-forms.test.ts',
    'the queue of php/form.php > what a person sends while the register is down is recorded later, once, with the time of the form',
    needsProgram('php'),
  );

  describe('the queue of php/form.php', represented, () => {
    const { state, remove } = makeState();
    const folder = join(state, 'queue');
    let front: Front;
    let site: Site;
    afterAll(remove);

    const settings = (place = folder) => ({ ...recipeEnvironment(front.url, state), REGISTER_QUEUE: place });
    const start = (place?: string): Promise<Site> =>
      startSite(['php', '-S', '127.0.0.1:{PORT}', placeOf('php/form.php')], '/', settings(place));
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      site = await start();
      return async () => {
        front.close();
        await site.stop();
      };
    });

    const send = () => run('php', [placeOf('php/send-queue.php')], settings());
    const filesOf = (place = folder) => readdirSync(place).filter((name) => name.endsWith('.json'));
    const submit = async (email: string) => (await openForm(site.url)).send({ email, agree: '1' });
    /** Has a form sent whose consent the register records, while the answer is lost. */
    const loseAnswer = async (email: string) => {
      front.fail(add, { ...isDown, isLate: true });
      expect((await submit(email)).status).toBe(202);
      expect(await register().consentsOf(email)).toHaveLength(1);
      expect(filesOf()).toHaveLength(1);
    };

    testOf('gate')(
      'what a person sends while the register is down is recorded later, once, with the time of the form',
      async () => {
        const email = 'ida@queue.example';
        const mend = front.failAlways(add, isDown);
        const before = Date.now();
        expect(await submit(email)).toEqual({ status: 202, html: expect.stringContaining('We keep') });
        expect(await send()).toMatchObject({
          exitCode: 1,
          stdout: expect.stringMatching(/^Waiting: 1, because of test\.fault/),
        });
        const [name = ''] = filesOf();
        expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
        expect(statSync(folder).mode & 0o777).toBe(0o700);
        mend();

        const outcomes = await Promise.all([send(), send(), send()]);

        expect(outcomes.map(({ stdout }) => stdout).join('')).toBe('Recorded: 1\n');
        expect(await send()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
        const [consent, ...others] = await register().consentsOf(email);
        expect(others).toEqual([]);
        const keys = new Set(front.sentTo(add).map(({ key }) => key));
        expect([...keys]).toEqual([consent?.proof.submission]);
        const { submitted_at: time = '' } = consent?.proof ?? {};
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/);
        expect(Date.parse(time)).toBeGreaterThanOrEqual(before - 1_000);
        expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
      },
    );

    testOf('rest')('what is recorded already, although no answer came, is not recorded again', async () => {
      await loseAnswer('lea@queue.example');
      expect(await send()).toEqual({ exitCode: 0, stdout: 'Recorded: 1\n', stderr: '' });
      expect(await register().consentsOf('lea@queue.example')).toHaveLength(1);
    });

    testOf('rest')(
      'when the register has forgotten the key, the consent is searched for before it is sent',
      async () => {
        const [known, unknown] = ['known@queue.example', 'unknown@queue.example'];
        const age = () => {
          const [name = ''] = filesOf();
          const kept = JSON.parse(readFileSync(join(folder, name), 'utf8'));
          kept.proof.submitted_at = new Date(Date.now() - 25 * 60 * 60 * 1_000).toISOString();
          writeFileSync(join(folder, name), JSON.stringify(kept));
        };
        await loseAnswer(known);
        age();
        const sent = front.sentTo(add).length;
        expect(await send()).toMatchObject({ exitCode: 0 });
        expect(front.sentTo(add)).toHaveLength(sent);
        expect(await register().consentsOf(known)).toHaveLength(1);

        front.fail(add, isDown);
        await submit(unknown);
        age();
        expect(await send()).toMatchObject({ exitCode: 0 });
        expect(await register().consentsOf(unknown)).toHaveLength(1);
        expect(filesOf()).toEqual([]);
      },
    );

    testOf('rest')(
      'what is refused for good is put aside with the reason, and sent again when it is moved back',
      async () => {
        const people = ['first@queue.example', 'second@queue.example'];
        const recorded = async () => (await Promise.all(people.map(register().consentsOf))).flat();
        front.fail(add, isDown, isDown);
        for (const email of people) await submit(email);
        front.fail(add, { status: 422, field: 'projectUid' });

        const { exitCode, stdout } = await send();

        expect({ exitCode, stdout }).toEqual({
          exitCode: 1,
          stdout: expect.stringMatching(
            /^Recorded: 1\nRefused: \S+\.json: test\.fault: .*projectUid: Not this one\.\n$/,
          ),
        });
        expect(stdout).not.toContain('@');
        expect(await recorded()).toHaveLength(1);
        expect(filesOf()).toEqual([]);
        const [name = ''] = filesOf(join(folder, 'refused'));
        renameSync(join(folder, 'refused', name), join(folder, name));
        expect(await send()).toEqual({ exitCode: 0, stdout: 'Recorded: 1\n', stderr: '' });
        expect(await recorded()).toHaveLength(2);
      },
    );

    testOf('rest')('a file that is cut off or of another program is put aside, and the others are sent', async () => {
      const email = 'kay@queue.example';
      const odd = {
        empty: '',
        cut: '{"projectUid": "p',
        null: 'null',
        other: '{"proof": "x", "userData": {}}',
        'two words': '{}',
      };
      for (const [name, text] of Object.entries(odd)) writeFileSync(join(folder, `${name}.json`), text);
      front.fail(add, isDown);
      await submit(email);

      const { exitCode, stdout, stderr } = await send();

      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
      expect(stdout).toMatch(/^Recorded: 1\n(?:Refused: \S.*\.json: queue\.unreadable: .*\n){5}$/);
      expect(await register().consentsOf(email)).toHaveLength(1);
      expect(filesOf()).toEqual([]);
      for (const name of filesOf(join(folder, 'refused'))) rmSync(join(folder, 'refused', name));
    });

    testOf('rest')('what the form keeps while its token file cannot be written is sent later', async () => {
      const email = 'ned@queue.example';
      const form = await openForm(site.url);
      const lock = join(state, 'tokens.json.lock');
      for (const file of [join(state, 'tokens.json'), lock]) rmSync(file);
      mkdirSync(lock);
      expect((await form.send({ email, agree: '1' })).status).toBe(202);
      expect(await send()).toEqual({
        exitCode: 1,
        stdout: expect.stringMatching(/^Waiting: 1, because of queue\.failed: Cannot write \S+tokens\.json\.lock/),
        stderr: '',
      });
      rmdirSync(lock);
      expect(await send()).toEqual({ exitCode: 0, stdout: 'Recorded: 1\n', stderr: '' });
      expect(await register().consentsOf(email)).toHaveLength(1);
    });

    testOf('rest')(
      'a form that is sent again while it is kept is kept once, and refused with other details',
      async () => {
        const [amy, zoe] = ['amy@queue.example', 'zoe@queue.example'];
        const form = await openForm(site.url);
        const mend = front.failAlways(add, isDown);
        expect((await form.send({ email: amy, agree: '1' })).status).toBe(202);
        expect((await form.send({ email: amy, agree: '1' })).status).toBe(202);
        expect((await form.send({ email: zoe, agree: '1' })).status).toBe(409);
        mend();
        expect(await send()).toEqual({ exitCode: 0, stdout: 'Recorded: 1\n', stderr: '' });
        expect(await register().consentsOf(amy)).toHaveLength(1);
        expect(await register().consentsOf(zoe)).toEqual([]);
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

      front.fail(add, { status: 400 }, { status: 422 }, { status: 422, field: 'consentInformationVersionId' });
      for (const status of [400, 422]) expect((await submit(email)).status).toBe(status);
      expect((await submit(email)).status).toBe(409);
      expect(filesOf()).toEqual([]);
    });

    testOf('rest')(
      'a setting that is wrong costs no consent, and neither does a queue that cannot be written',
      async () => {
        const [sue, max] = ['sue@queue.example', 'max@queue.example'];
        front.fail(add, { status: 422, field: 'projectUid' });
        expect((await submit(sue)).status).toBe(202);
        expect(await send()).toMatchObject({ stdout: 'Recorded: 1\n' });
        expect(await register().consentsOf(sue)).toHaveLength(1);

        const file = join(state, 'no-folder');
        writeFileSync(file, '');
        const another = await start(file);
        expect((await (await openForm(another.url)).send({ email: max, agree: '1' })).status).toBe(200);
        expect(another.log()).toContain('Not kept in the queue');
        await another.stop();
        expect(await register().consentsOf(max)).toHaveLength(1);
      },
    );
  });
};
