import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, createCertificate, type CertifiedKey } from './certificates.ts';

/** A message as it arrived. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the receiver answers; the default is 204. */
export type Answering = (response: ServerResponse, message: ReceivedMessage) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedMessage[];
  readonly answerWith: (answering: Answering) => void;
  /** Answers with a status and headers. */
  readonly answer: (status: number, headers?: Record<string, string>) => void;
  /** Resolves when this many messages have arrived. */
  readonly arrived: (count: number) => Promise<void>;
  close(): Promise<void>;
}

let shared: Promise<{ ca: CertifiedKey; certificate: CertifiedKey }> | undefined;

/** The authority of these tests, and a certificate for 127.0.0.1. */
export const loopbackCertificate = () =>
  (shared ??= createAuthority().then(async (ca) => ({
    ca,
    certificate: await createCertificate(ca, { names: ['hooks.clinic.test'], ips: ['127.0.0.1'] }),
  })));

/** Settings of a portal that may send to receivers on this machine. Call `remove` when it is closed. */
export async function loopbackSettings(): Promise<{
  env: Record<string, string>;
  remove: () => Promise<void>;
}> {
  const { ca } = await loopbackCertificate();
  const folder = await mkdtemp(join(tmpdir(), 'portal-ca-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, ca.cert);
  return {
    env: { WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8', WEBHOOK_CA_FILE: file },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const noContent: Answering = (response) => void response.writeHead(204).end();

/** Starts a receiver of webhooks on a free port of 127.0.0.1. */
export async function startReceiver(certificate?: CertifiedKey): Promise<Receiver> {
  const { cert, key } = certificate ?? (await loopbackCertificate()).certificate;
  const received: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  let answering = noContent;
  const server = createServer({ cert, key }, (request, response) => {
    void (async () => {
      const message = await readMessage(request);
      received.push(message);
      for (const check of waiting) check();
      answering(response, message);
    })();
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}/hook`,
    port,
    received,
    answerWith: (next) => (answering = next),
    answer: (status, headers = {}) => (answering = (response) => response.writeHead(status, headers).end()),
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Listens on a free port of 127.0.0.1 and returns it. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has this kind of address
  return (server.address() as AddressInfo).port;
}

async function readMessage(request: IncomingMessage): Promise<ReceivedMessage> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { headers, body: Buffer.concat(chunks).toString('utf8') };
}
