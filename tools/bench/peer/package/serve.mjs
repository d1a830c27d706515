import { c15tInstance } from '@c15t/backend';
import { kyselyAdapter } from '@c15t/backend/db/adapters/kysely';
import { serve } from '@hono/node-server';

/** Serves the peer on loopback, as its documentation mounts it; DATABASE, PORT and API_KEY come from the environment. */
export const start = ({ open, provider }) => {
  const { DATABASE, PORT, API_KEY } = process.env;
  const { handler } = c15tInstance({
    appName: 'bench',
    adapter: kyselyAdapter({ db: open(DATABASE), provider }),
    trustedOrigins: ['https://shop.example'],
    apiKeys: [API_KEY],
  });
  serve({ fetch: handler, hostname: '127.0.0.1', port: Number(PORT) });
};
