/** As much of Express 5 as the recipe uses. */

import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import { text } from 'node:stream/consumers';

const decorate = (response) =>
  Object.assign(response, {
    status: (code) => {
      response.statusCode = code;
      return response;
    },
    send: (html) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html);
      return response;
    },
  });

const run = async ([handler, ...rest], request, response) => {
  if (handler === undefined) return;
  await handler(request, response, () => run(rest, request, response));
};

const express = () => {
  const routes = new Map();
  const server = createServer(async (request, response) => {
    const handlers = routes.get(`${request.method} ${request.url}`);
    try {
      if (handlers === undefined) decorate(response).status(404).send('Cannot find it.');
      else await run(handlers, request, decorate(response));
    } catch (error) {
      console.error(error);
      decorate(response).status(500).send('Internal Server Error');
    }
  });
  return {
    get: (path, ...handlers) => routes.set(`GET ${path}`, handlers),
    post: (path, ...handlers) => routes.set(`POST ${path}`, handlers),
    listen: (port) => server.listen(port),
  };
};

express.urlencoded = () => async (request, _response, next) => {
  if (request.headers['content-type'] === 'application/x-www-form-urlencoded')
    request.body = parse(await text(request));
  await next();
};

// biome-ignore lint/style/noDefaultExport: as Express has it
export default express;
