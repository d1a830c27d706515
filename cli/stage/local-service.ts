import { calls } from '../../shared/runtime/installation.ts';
import { CommandError } from '../errors.ts';
import { askText, isInteractive } from '../input/terminal.ts';
import type { Connection } from '../local/connection.ts';
import { askConnection } from '../local/connection.ts';
import { findPorts } from '../local/running-services.ts';

const choosePort = async (ports: readonly number[]): Promise<number> => {
  const [port, ...others] = ports;
  if (port === undefined) {
    throw new CommandError(
      `No local service runs. Start one with \`${calls.start}\`, or name the port of one that another user runs with --port.`,
      'unreachable',
    );
  }
  if (others.length === 0) return port;
  const several = `Several local services run, on the ports ${ports.join(', ')}.`;
  if (!isInteractive()) throw new CommandError(`${several} Choose one with --port ${port}.`, 'usage');
  const check = (answer: string) => (ports.includes(Number(answer)) ? undefined : `Choose one of ${ports.join(', ')}.`);
  return Number(await askText(`${several} Port of the one to work on`, check, String(port)));
};

/** A local service to work on. */
interface FoundService {
  readonly port: number;
  readonly connection: Connection;
}

/**
 * The local service on a port; without one, the only one that the user runs, or the one that they choose.
 *
 * @throws CommandError when there is none; usage when there are several and nobody can be asked
 */
export const openService = async (named: number | undefined): Promise<FoundService> => {
  const port = named ?? (await choosePort(await findPorts()));
  return { port, connection: await askConnection(port, findPorts) };
};
