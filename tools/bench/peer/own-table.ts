import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from './contender.ts';
import { emailOf, expectAnswer, proof } from './contender.ts';

/** What this program takes of `pg`, which is installed beside it at its first call. */
interface Pool {
  readonly query: (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
  readonly end: () => Promise<void>;
}

/** What a developer writes in an afternoon. */
const sql = {
  table: `CREATE TABLE own_consents (id uuid PRIMARY KEY, email text NOT NULL, notice int NOT NULL, proof jsonb NOT NULL,
    given_at timestamptz NOT NULL DEFAULT now(), withdrawn_at timestamptz, withdrawn_proof jsonb);
    CREATE INDEX ON own_consents (lower(email), notice, given_at DESC)`,
  record: 'INSERT INTO own_consents (id, email, notice, proof) VALUES ($1, $2, 2, $3)',
  lookUp: 'SELECT * FROM own_consents WHERE lower(email) = lower($1) ORDER BY given_at DESC',
  check:
    'SELECT withdrawn_at IS NULL AS allowed FROM own_consents WHERE lower(email) = lower($1) AND notice = 2 ORDER BY given_at DESC LIMIT 1',
  withdraw:
    'UPDATE own_consents SET withdrawn_at = now(), withdrawn_proof = $2 WHERE id = $1 AND withdrawn_at IS NULL RETURNING id',
} as const;

const openPool = (connectionString: string): Pool => {
  const pg: { readonly Pool: new (options: object) => Pool } = createRequire(import.meta.url)('pg');
  return new pg.Pool({ connectionString, max: 32 });
};

/** A table in the site's own PostgreSQL, by SQL from the site's own process: no service, no request by HTTP. */
export const startOwnTable = async (url: string): Promise<Contender> => {
  const pool = openPool(url);
  for (let tries = 0; ; tries += 1) {
    try {
      await pool.query('SELECT 1');
      break;
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
  await pool.query(sql.table);
  const record = async (person: number): Promise<string> => {
    const id = randomUUID();
    await pool.query(sql.record, [id, emailOf(person), JSON.stringify(proof)]);
    return id;
  };
  const toEnd = new Map<number, string>();
  return {
    name: 'a table of one’s own, PostgreSQL',
    lacks: 'service, login, proof of its text, log, evidence, other keys',
    does: {
      record: async (person) => {
        await record(person);
      },
      'look up by email': async (person) => {
        const { rows } = await pool.query(sql.lookUp, [emailOf(person)]);
        expectAnswer(Object(rows[0]).email === emailOf(person), rows);
      },
      check: async (person) => {
        const { rows } = await pool.query(sql.check, [emailOf(person)]);
        expectAnswer(Object(rows[0]).allowed === true, rows);
      },
      withdraw: async (person) => {
        const { rows } = await pool.query(sql.withdraw, [toEnd.get(person), JSON.stringify({ url: proof.url })]);
        expectAnswer(rows.length === 1, rows);
      },
    },
    prepareWithdrawal: async (person) => {
      toEnd.set(person, await record(person));
    },
    seed: async (from, to) => {
      await pool.query(
        `INSERT INTO own_consents (id, email, notice, proof)
         SELECT gen_random_uuid(), 'person-' || n || '@example.com', 2, $3 FROM generate_series($1::int, $2::int - 1) AS n`,
        [from, to, JSON.stringify(proof)],
      );
      await pool.query('ANALYZE own_consents');
    },
    stop: () => pool.end(),
  };
};
