import { findLeaf } from '../../../shared/log/leaf-index.ts';
import { proveLeaf } from '../../../shared/log/proof.ts';
import type { Table } from '../../../shared/store/client.ts';
import { quantile, round, toTable } from '../report.ts';
import type { MadeMillion } from './made-million.ts';

interface Counted {
  /** Ends of calls that waited for others. */
  rounds: number;
}

/** Counts round trips that follow each other: calls that begin while none is under way. */
const countRounds = (log: Table): { readonly table: Table; readonly counted: Counted } => {
  const counted: Counted = { rounds: 0 };
  let underWay = 0;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (underWay === 0) counted.rounds += 1;
    underWay += 1;
    await new Promise((resolve) => setImmediate(resolve));
    try {
      return await log.client.send(command);
    } finally {
      underWay -= 1;
    }
  };
  return { counted, table: { name: log.name, client: Object.assign(Object.create(log.client), { send }) } };
};

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const saltBytes = 16;

/** Sizes and round trips of proofs of leaves all over the log. */
export const measureProofs = async (log: Table, million: MadeMillion): Promise<string> => {
  const { table, counted } = countRounds(log);
  const sizes: number[] = [];
  const rounds: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const index = Math.floor((i * million.count) / 200);
    counted.rounds = 0;
    const place = await findLeaf(table, million.event(index));
    const proof = place && (await proveLeaf(table, place));
    if (proof?.index !== index) throw new Error(`Leaf ${index} is not proved.`);
    rounds.push(counted.rounds);
    const { path, checkpoint } = proof;
    const salt = toBase64(Buffer.alloc(saltBytes, i));
    const text = JSON.stringify({ index, salt, path: path.map(toBase64), checkpoint: checkpoint.note });
    sizes.push(Buffer.byteLength(text));
  }
  return toTable(
    [
      'proof of one in',
      'bytes as JSON, median',
      'at most',
      'hashes on the way, at most',
      'round trips in a row, at most',
    ],
    [
      [
        million.count.toLocaleString('en'),
        round(quantile(sizes), 4),
        Math.max(...sizes),
        Math.ceil(Math.log2(million.count)),
        Math.max(...rounds),
      ],
    ],
  );
};
