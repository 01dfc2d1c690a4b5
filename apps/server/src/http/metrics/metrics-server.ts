import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { systemErrorCode } from '#platform/disk.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { renderMetrics, type CollectedMetrics } from './render-metrics.ts';

const PATH = '/metrics';
const METHODS = ['GET', 'HEAD'];

interface Options {
  /** The metrics have no sign-in: an address that only the monitoring reaches. */
  readonly host: string;
  readonly port: number;
  readonly log: FastifyBaseLogger;
  /** The metrics of all processes by the name of the process. */
  readonly collect: () => Promise<ReadonlyMap<string, CollectedMetrics>>;
}

/** Serves `/metrics`. Returns a function that stops it. Throws `OperatorError` for an unusable address. */
export async function serveMetrics({ host, port, log, collect }: Options): Promise<() => void> {
  let collecting: Promise<string> | undefined;
  const metrics = () =>
    (collecting ??= collect()
      .then(renderMetrics)
      .finally(() => (collecting = undefined)));
  const server = createServer((request, response) => {
    answer(request, response, metrics).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be collected');
      response.writeHead(500).end();
    });
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw unusableAddress(error, port);
  }
  log.info(
    `metrics are at http://${isIPv6(host) ? `[${host}]` : host}:${boundPort(server.address())}${PATH}`,
  );
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  metrics: () => Promise<string>,
): Promise<void> {
  if (url.split('?')[0] !== PATH) response.writeHead(404).end();
  else if (!METHODS.includes(method)) response.writeHead(405, { allow: METHODS.join(', ') }).end();
  else {
    const text = await metrics();
    response.writeHead(200, {
      'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
      'cache-control': 'no-store',
    });
    response.end(text);
  }
}

function unusableAddress(error: unknown, port: number): unknown {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} is already in use. Stop the other program or set METRICS_PORT to a free one.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorError('METRICS_HOST is not an address of this machine.');
  if (code === 'EACCES')
    return new OperatorError(`This account may not use port ${port}. Set METRICS_PORT to one above 1023.`);
  return error;
}

const boundPort = (address: AddressInfo | string | null) =>
  typeof address === 'object' ? address?.port : undefined;
