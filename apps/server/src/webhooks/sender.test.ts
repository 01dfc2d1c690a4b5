import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority, createCertificate, type CertifiedKey } from '#test/certificates.ts';
import { listen, loopbackCertificate, startReceiver } from '#test/webhook-receiver.ts';
import type { LookUp } from './look-up.ts';
import { WebhookSender } from './sender.ts';

const NAME = 'hooks.clinic.test';
const HEADERS = { 'webhook-id': 'm1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
const LOOPBACK: LookUp = async () => ['127.0.0.1'];
const MIXED: LookUp = async () => ['93.184.215.14', '10.0.0.1'];
const NEVER: LookUp = () => Promise.withResolvers<readonly string[]>().promise;
/** Ends the receivers that never answer; the others answer at once or in much less time. */
const SHORT_MS = 300;

let ca: CertifiedKey;
let certificate: CertifiedKey;
beforeAll(async () => ({ ca, certificate } = await loopbackCertificate()));

interface Given {
  readonly networks?: readonly string[];
  readonly lookUp?: LookUp;
  readonly timeoutMs?: number;
}
const sender = ({ networks = ['127.0.0.0/8'], lookUp = LOOPBACK, timeoutMs }: Given = {}) =>
  new WebhookSender({
    privateNetworks: networks,
    ca: [ca.cert],
    lookUp,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
const sendTo = (url: string, given?: Given) => sender(given).send({ url, headers: HEADERS, body: '{}' });
const problemOf = async (url: string, given?: Given) => {
  const result = await sendTo(url, given);
  expect(result.isDelivered).toBe(false);
  return result.problem;
};

async function receiver(cert?: CertifiedKey) {
  const started = await startReceiver(cert);
  onTestFinished(() => started.close());
  return started;
}

/** Starts a server that ends with the test, and returns its port. */
async function serving(server: Server, onSocket?: (socket: Socket) => void): Promise<number> {
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
const speaking = (onSocket: (socket: TLSSocket) => void): Promise<number> =>
  serving(
    createTlsServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => onSocket(socket));
    }),
  );

describe('delivers', () => {
  it('posts the body and headers, and takes any 2xx for success', async () => {
    const { url, received, answer } = await receiver();
    for (const status of [200, 201, 202, 204, 299]) {
      answer(status);
      expect(await sendTo(url)).toMatchObject({ isDelivered: true, status, problem: null });
    }
    expect(received[0]).toMatchObject({
      body: '{}',
      headers: { ...HEADERS, 'content-type': 'application/json' },
    });
    expect(received).toHaveLength(5);
  });

  it('to a name, whose certificate it checks', async () => {
    const { port } = await receiver();
    expect(await sendTo(`https://${NAME}:${port}/`)).toMatchObject({ isDelivered: true });
  });

  it('without reading the body, however long it is', async () => {
    const { url, answerWith } = await receiver();
    answerWith((response) => {
      response.writeHead(200);
      const write = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write).on('error', () => undefined);
      write();
    });
    expect(await sendTo(url)).toMatchObject({ isDelivered: true, status: 200 });
  });

  it('when the body drips', async () => {
    const { url, answerWith } = await receiver();
    answerWith((response) => response.writeHead(200, { 'content-length': '1000000' }).write('x'));
    expect(await sendTo(url)).toMatchObject({ isDelivered: true, status: 200 });
  });
});

const refused = async (address: string): Promise<readonly string[]> => [address];

describe('refuses addresses at the moment of sending', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.251',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
  ])('a name that resolves to %s', async (address) => {
    expect(await problemOf(`https://${NAME}/`, { networks: [], lookUp: () => refused(address) })).toBe(
      `${NAME} resolves to a private address (${address})`,
    );
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.10', '0.0.0.0', '224.0.0.1'])(
    'the address %s itself',
    async (address) => {
      expect(await problemOf(`https://${address}/`, { networks: [] })).toBe(
        `${address} is a private or special address, to which the portal may not send`,
      );
    },
  );

  it.each(['::1', '::', 'fe80::1', 'fc00::1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::'])(
    'the address [%s] itself',
    async (address) => {
      expect(await problemOf(`https://[${address}]/`, { networks: [] })).toBe(
        `${address} is a private or special address, to which the portal may not send`,
      );
    },
  );

  it.each(['169.254.169.254', '169.254.170.2', '::ffff:169.254.169.254', '100.100.100.200', 'fd00:ec2::254'])(
    'the metadata address %s, even if a setting has its network',
    async (address) => {
      const networks = ['0.0.0.0/0', '::/0'];
      expect(await problemOf(`https://${NAME}/`, { networks, lookUp: () => refused(address) })).toBe(
        `${NAME} resolves to a private address (${address})`,
      );
    },
  );

  it('a name with a public and a private address', async () => {
    expect(await problemOf(`https://${NAME}/`, { lookUp: MIXED })).toBe(
      `${NAME} resolves to a private address (10.0.0.1)`,
    );
  });

  it('a name server that answers with something else', async () => {
    for (const answer of ['hooks.evil.test', '127.1', '0x7f000001', ''])
      expect(await problemOf(`https://${NAME}/`, { networks: [], lookUp: () => refused(answer) })).toBe(
        `The name server sent an answer for ${NAME} that is not valid`,
      );
    expect(await problemOf(`https://${NAME}/`, { lookUp: async () => [] })).toBe(
      `The name ${NAME} has no address`,
    );
  });

  it('looks a name up once for each message, so that it cannot change in between', async () => {
    const { port, received } = await receiver();
    const answers = ['127.0.0.1', '10.0.0.1'];
    const asked: string[] = [];
    const lookUp: LookUp = async (name) => {
      asked.push(name);
      return [answers.shift() ?? '10.0.0.1'];
    };
    const rebound = sender({ lookUp });
    const message = { url: `https://${NAME}:${port}/`, headers: HEADERS, body: '{}' };
    expect(await rebound.send(message)).toMatchObject({ isDelivered: true });
    expect(asked).toEqual([NAME]);
    expect(await rebound.send(message)).toMatchObject({
      problem: `${NAME} resolves to a private address (10.0.0.1)`,
    });
    expect(received).toHaveLength(1);
  });
});

describe('explains', () => {
  it.each([301, 302, 303, 307, 308])('a redirect (%i), and does not follow it', async (status) => {
    const target = await receiver();
    const { url, answer } = await receiver();
    answer(status, { location: target.url });
    expect(await problemOf(url)).toBe(
      `127.0.0.1 answered with a redirect (${status}), which is not followed. Enter the final URL.`,
    );
    expect(target.received).toEqual([]);
  });

  it.each([400, 401, 403, 404, 409, 410, 418, 429, 500, 502, 503])('status %i', async (status) => {
    const { url, answer } = await receiver();
    answer(status);
    expect(await sendTo(url)).toMatchObject({
      status,
      problem: `127.0.0.1 answered with status ${status}`,
    });
  });

  it('how long a busy receiver asks to wait', async () => {
    const { url, answer } = await receiver();
    const waits = async (status: number, headers: Record<string, string>) => {
      answer(status, headers);
      return (await sendTo(url)).retryAfter;
    };
    expect(await waits(429, { 'retry-after': '120' })).toBe(120_000);
    expect(
      await waits(503, {
        date: 'Sat, 21 Nov 2026 15:00:00 GMT',
        'retry-after': 'Sat, 21 Nov 2026 15:01:00 GMT',
      }),
    ).toBe(60_000);
    expect(await waits(500, { 'retry-after': '120' })).toBeUndefined();
    for (const header of ['-1', 'soon', '1e9', '99999999999', 'Sat, 21 Nov 1999 15:00:00 GMT'])
      expect(await waits(429, { 'retry-after': header })).toBeUndefined();
  });

  const DAY = 24 * 3_600_000;
  it('certificates that do not fit', async () => {
    const now = Date.now();
    const ips = ['127.0.0.1'];
    const cases: readonly [CertifiedKey, string][] = [
      [
        await createCertificate(ca, { ips, from: new Date(now - 2 * DAY), to: new Date(now - DAY) }),
        'The certificate of 127.0.0.1 has expired',
      ],
      [
        await createCertificate(ca, { ips, from: new Date(now + DAY), to: new Date(now + 2 * DAY) }),
        'The certificate of 127.0.0.1 is not valid yet',
      ],
      [
        await createCertificate(ca, { names: ['other.clinic.test'] }),
        'The certificate is for another name than 127.0.0.1',
      ],
      [
        await createCertificate(undefined, { ips }),
        'The certificate of 127.0.0.1 is not from a trusted authority',
      ],
      [
        await createCertificate(await createAuthority('Unknown authority'), { ips }),
        'The certificate of 127.0.0.1 is not from a trusted authority',
      ],
      [
        await createCertificate(await createAuthority(), { ips }),
        'The certificate of 127.0.0.1 is not from a trusted authority',
      ],
    ];
    for (const [cert, problem] of cases) {
      const { url, received } = await receiver(cert);
      expect(await problemOf(url)).toBe(problem);
      expect(received).toEqual([]);
    }
  });

  it('a port with HTTP, with something else, with nothing, or that closes connections', async () => {
    const http = await serving(createHttpServer((_request, response) => response.end()));
    expect(await problemOf(`https://127.0.0.1:${http}/`)).toBe(
      `127.0.0.1 does not speak HTTPS on port ${http}`,
    );
    const mail = await serving(createTcpServer(), (socket) => socket.write('220 mail.example ESMTP\r\n'));
    expect(await problemOf(`https://127.0.0.1:${mail}/`)).toBe(
      `127.0.0.1 does not speak HTTPS on port ${mail}`,
    );
    const closing = await serving(createTcpServer(), (socket) => socket.destroy());
    expect(await problemOf(`https://127.0.0.1:${closing}/`)).toBe(
      '127.0.0.1 closed the connection without an answer',
    );
    const resetting = await serving(createTcpServer(), (socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    );
    expect(await problemOf(`https://127.0.0.1:${resetting}/`)).toBe(
      '127.0.0.1 closed the connection without an answer',
    );
    const server = createTcpServer();
    const free = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await problemOf(`https://127.0.0.1:${free}/`)).toBe(
      `Nothing answers on port ${free} of 127.0.0.1`,
    );
  });

  it('an answer that is not HTTP, is too long, or switches the protocol', async () => {
    const garbage = await speaking((socket) => socket.end('hello\r\n\r\n'));
    expect(await problemOf(`https://127.0.0.1:${garbage}/`)).toBe(
      '127.0.0.1 sent an answer that is not valid HTTP',
    );
    const long = await speaking((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`),
    );
    expect(await problemOf(`https://127.0.0.1:${long}/`)).toBe(
      '127.0.0.1 sent an answer that is not valid HTTP',
    );
    const early = await speaking((socket) => socket.end('HTTP/1.1 200 OK\r\n'));
    expect(await problemOf(`https://127.0.0.1:${early}/`)).toBe(
      '127.0.0.1 closed the connection without an answer',
    );
    const upgrade = await speaking((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
    expect(await problemOf(`https://127.0.0.1:${upgrade}/`)).toBe(
      '127.0.0.1 closed the connection without an answer',
    );
  });

  it('names that do not exist', async () => {
    const failing =
      (code: string): LookUp =>
      async () => {
        throw Object.assign(new Error('query failed'), { code });
      };
    const url = `https://${NAME}/`;
    expect(await problemOf(url, { lookUp: failing('ENOTFOUND') })).toBe(
      `The name ${NAME} does not exist in DNS`,
    );
    expect(await problemOf(url, { lookUp: failing('ENODATA') })).toBe(
      `The name ${NAME} does not exist in DNS`,
    );
    expect(await problemOf(url, { lookUp: failing('ESERVFAIL') })).toBe(
      `The name server did not answer for ${NAME}`,
    );
    expect(await problemOf(url, { lookUp: failing('ODD') })).toBe(
      `The message could not be sent to ${NAME} (ODD)`,
    );
  });
});

const late = (host: string) => `${host} did not answer within ${SHORT_MS / 1000} seconds`;

describe('waits only for a limited time', () => {
  it('for a name server', async () => {
    expect(await problemOf(`https://${NAME}/`, { lookUp: NEVER, timeoutMs: SHORT_MS })).toBe(late(NAME));
  });

  it('for the TLS handshake', async () => {
    const port = await serving(createTcpServer());
    expect(await problemOf(`https://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toBe(late('127.0.0.1'));
  });

  it('for an answer', async () => {
    const { url, answerWith } = await receiver();
    answerWith(() => undefined);
    expect(await problemOf(url, { timeoutMs: SHORT_MS })).toBe(late('127.0.0.1'));
  });

  it('for a head that drips', async () => {
    const port = await speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await problemOf(`https://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toBe(late('127.0.0.1'));
  });

  it('for endless preliminary answers', async () => {
    const port = await speaking((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await problemOf(`https://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toBe(late('127.0.0.1'));
  });

  it('and not at all when the portal closes', async () => {
    const { url, answerWith, arrived } = await receiver();
    answerWith(() => undefined);
    const closing = new AbortController();
    const sent = sender().send({ url, headers: HEADERS, body: '{}' }, closing.signal);
    await arrived(1);
    closing.abort(new Error('closing'));
    await expect(sent).rejects.toThrow('closing');
  });
});
