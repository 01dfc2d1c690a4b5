import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import type { CertifiedKey } from '#test/certificates.ts';
import { listen, loopbackCertificate, startReceiver } from '#test/webhook-receiver.ts';
import type { LookUp } from '../look-up.ts';
import { WebhookSender } from '../sender.ts';

/** A name of which the tests’ certificate is. */
export const NAME = 'hooks.clinic.test';
export const HEADERS = { 'webhook-id': 'm1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
const LOOPBACK: LookUp = async () => ['127.0.0.1'];

interface Given {
  readonly networks?: readonly string[];
  readonly lookUp?: LookUp;
  readonly timeoutMs?: number;
}
/** A sender that may send to this machine and trusts the tests’ authority. */
export async function openSender({ networks = ['127.0.0.0/8'], lookUp = LOOPBACK, timeoutMs }: Given = {}) {
  const { ca } = await loopbackCertificate();
  return new WebhookSender({
    privateNetworks: networks,
    ca: [ca.cert],
    lookUp,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** Sends a message to a URL. */
export const sendTo = async (url: string, given?: Given) =>
  (await openSender(given)).send({ url, headers: HEADERS, body: '{}' });

/** Sends a message that must not be delivered, and returns the reason. */
export const problemOf = async (url: string, given?: Given) => {
  const result = await sendTo(url, given);
  expect(result.isDelivered).toBe(false);
  return result.problem;
};

/** Starts a receiver that ends with the test. */
export async function receiver(cert?: CertifiedKey) {
  const started = await startReceiver(cert);
  onTestFinished(() => started.close());
  return started;
}

/** Starts a server that ends with the test, and returns its port. */
export async function serving(server: Server, onSocket?: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // The portal ends connections in the middle.
    socket.on('error', () => undefined);
    onSocket?.(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return port;
}

/** A server that speaks TLS and then does what it wants. */
export async function speaking(onSocket: (socket: TLSSocket) => void): Promise<number> {
  const { certificate } = await loopbackCertificate();
  return serving(
    createTlsServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => onSocket(socket));
    }),
  );
}
