import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../../shared/api/contract.ts';
import type { Parameters } from '../../../test/support/call/event.ts';
import type { Called, Caller, Sender } from '../../../test/support/call/functions.ts';
import type { Tenant } from '../../../test/support/make/builders.ts';
import type { Random } from '../../../test/support/make/chance.ts';
import { noise } from '../../../test/support/make/chance.ts';
import { lagMs } from './store-trouble.ts';
import type { AddRequest, History } from './violations.ts';

/** What a client works with. `acknowledged` are ids of consents shared by the clients of a tenant. */
interface ClientOf {
  readonly tenant: Pick<Tenant, 'accountId' | 'projectUid' | 'notices'>;
  readonly random: Random;
  readonly history: History;
  readonly acknowledged: string[];
  readonly token: string;
  readonly call: Caller;
}

/** Consents of one person are recorded by all clients of a tenant. */
const persons: readonly string[] = ['ada@example.com', 'grace@example.com', 'edsger@example.com'];

/** How often a client sends a request again under its Idempotency-Key before it gives up. */
const repetitions = 4;

let serial = 0;

const newMarker = (): string => {
  serial += 1;
  return `https://shop.example/${serial}`;
};

/** A client of one tenant, whose requests and answers go into the history. */
export class Client {
  readonly #of: ClientOf;
  /** The refresh token that comes next; undefined after an answer with one was lost. */
  #refreshToken: string | undefined;

  constructor(of: ClientOf, refreshToken: string) {
    this.#of = of;
    this.#refreshToken = refreshToken;
  }

  get hasRefreshToken(): boolean {
    return this.#refreshToken !== undefined;
  }

  /** An answer, or undefined when none came or the service said that it could not tell. */
  async #send(
    operation: OperationName,
    parameters: Parameters,
    { expected = [200], ...sender }: Sender & { readonly expected?: readonly number[] } = {},
  ): Promise<Called | undefined> {
    const { call, token, history } = this.#of;
    let called: Called;
    try {
      called = await call(operation, parameters, { token, ...sender });
    } catch {
      return undefined;
    }
    if (expected.includes(called.status)) return called;
    const isUncertain = called.status === 503 && Number(called.headers['retry-after']) > 0;
    if (!isUncertain) history.wrongAnswers.push(`${operation} was answered ${called.status}: ${called.text}`);
    return undefined;
  }

  /** Sends until it is answered as expected, again only under a key. Without an answer the outcome stays unknown. */
  async #sendOnce(operation: OperationName, parameters: Parameters, answers: string[]): Promise<Called | undefined> {
    const { random } = this.#of;
    if (random.chance(0.4)) {
      const called = await this.#send(operation, parameters);
      if (called) answers.push(called.text);
      return called;
    }
    const idempotencyKey = randomUUID();
    const atOnce = random.chance(0.2) ? 2 : 1;
    let last: Called | undefined;
    for (let i = 0; i < repetitions && last === undefined; i += 1) {
      const all = await Promise.all(
        Array.from({ length: atOnce }, () => this.#send(operation, parameters, { idempotencyKey })),
      );
      for (const called of all) if (called) answers.push(called.text);
      last = all.find((called) => called !== undefined);
    }
    if (last !== undefined && random.chance(0.3)) {
      const again = await this.#send(operation, parameters, { idempotencyKey });
      if (again) answers.push(again.text);
    }
    return last;
  }

  async add(): Promise<boolean> {
    const { tenant, random, history, acknowledged } = this.#of;
    const marker = newMarker();
    const all = tenant.notices.map(({ pid }) => pid);
    const pids = all.slice(0, 1 + random.below(all.length));
    const userData = {
      email: random.pick(persons),
      order: marker,
      ...(random.chance(0.3) && { phone: `+39 055 ${serial}` }),
      ...(random.chance(0.3) && { first_name: 'Ada', last_name: `Rossi ${serial}` }),
    };
    const html = random.chance(0.2) ? noise(1500).toString('base64') : '<form></form>';
    const request: AddRequest = { accountId: tenant.accountId, marker, userData, pids, answers: [] };
    history.adds.push(request);
    const { projectUid } = tenant;
    const parameters = { projectUid, consentInformationPid: pids, proof: { url: marker, html }, userData };
    const called = await this.#sendOnce('addConsent', parameters, request.answers);
    if (called) for (const { consentId } of called.body.data) acknowledged.push(consentId);
    if (called) request.acknowledgedAt = Date.now();
    return called !== undefined;
  }

  async revoke(): Promise<boolean> {
    const { tenant, random, history, acknowledged } = this.#of;
    if (acknowledged.length === 0) return true;
    const consentId = random.pick(acknowledged);
    const request = { accountId: tenant.accountId, consentId, marker: newMarker(), answers: [] };
    history.revokes.push(request);
    const long = random.chance(0.2) ? { html: noise(15_000).toString('base64') } : {};
    const parameters = { id: consentId, channel: 'email', proof: { url: request.marker, ...long } };
    return (await this.#sendOnce('revokeConsent', parameters, request.answers)) !== undefined;
  }

  /** Looks for a consent by its id: what was acknowledged is there at once. */
  async findById(): Promise<boolean> {
    const { history, random, acknowledged } = this.#of;
    if (acknowledged.length === 0) return true;
    const id = random.pick(acknowledged);
    const called = await this.#send('searchConsents', { id, userData: '' });
    if (called === undefined) return false;
    if (called.body.data[0]?.id !== id) history.wrongAnswers.push(`${id}: acknowledged, and not found by its id`);
    return true;
  }

  /** Looks for consents by what only they have: what was acknowledged is there as soon as indexes have followed. */
  async find(): Promise<boolean> {
    const { history, random, tenant } = this.#of;
    const mine = history.adds.filter(
      ({ accountId, acknowledgedAt = Number.POSITIVE_INFINITY }) =>
        accountId === tenant.accountId && acknowledgedAt < Date.now() - lagMs,
    );
    if (mine.length === 0) return true;
    const { marker, pids } = random.pick(mine);
    const called = await this.#send('searchConsents', { userData: { order: marker } });
    if (called === undefined) return false;
    const found = called.body.data.map(({ consentInformationPid }) => consentInformationPid).sort((a, b) => a - b);
    if (String(found) !== String([...pids]))
      history.wrongAnswers.push(`${marker}: acknowledged, and found for ${found}`);
    return true;
  }

  /** Presents the refresh token, now and then twice at once. */
  async refresh(): Promise<boolean> {
    const { random, history } = this.#of;
    const presented = this.#refreshToken;
    if (presented === undefined) return false;
    const atOnce = random.chance(0.3) ? 2 : 1;
    const all = await Promise.all(
      Array.from({ length: atOnce }, () =>
        this.#send('refreshToken', { refresh_token: presented }, { expected: [200, 401] }),
      ),
    );
    const won = all.filter((called) => called?.status === 200);
    history.winners.set(presented, (history.winners.get(presented) ?? 0) + won.length);
    const wasRefused = all.some((called) => called?.status === 401);
    if (won[0]) this.#refreshToken = won[0].body.refresh_token;
    else if (wasRefused) this.#refreshToken = undefined;
    return won.length > 0;
  }

  takeUp(refreshToken: string): void {
    this.#refreshToken = refreshToken;
  }

  /** One thing that clients do, drawn from the seed. */
  async step(): Promise<void> {
    const drawn = this.#of.random.below(100);
    if (drawn < 40) await this.add();
    else if (drawn < 55) await this.revoke();
    else if (drawn < 68) await this.find();
    else if (drawn < 82) await this.findById();
    else await this.refresh();
  }
}
