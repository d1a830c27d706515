import newman from 'newman';

/**
 * Runs a collection in Newman, which prints each request.
 *
 * @returns the status codes of the answers, in order, and how many tests or requests failed
 */
export const runInNewman = (
  collection: string,
  baseUrl: string,
): Promise<{ readonly statuses: readonly number[]; readonly failures: number }> =>
  new Promise((resolve, reject) => {
    newman.run(
      { collection, envVar: [{ key: 'baseUrl', value: baseUrl }], reporters: 'cli' },
      (error, { run: { executions, failures } }) => {
        if (error) reject(error);
        else resolve({ statuses: executions.map(({ response }) => response.code), failures: failures.length });
      },
    );
  });
