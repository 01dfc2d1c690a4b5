import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAuthority, createCertificate, type CertifiedKey } from '#test/certificates.ts';
import { listen, loopbackCertificate } from '#test/webhook-receiver.ts';
import type { LookUp } from './look-up.ts';
import {
  HEADERS,
  NAME,
  openSender,
  problemOf,
  receiver,
  sendTo,
  serving,
  speaking,
} from './test/open-sender.ts';

const NEVER: LookUp = () => Promise.withResolvers<readonly string[]>().promise;
/** Ends the receivers that never answer; the others answer at once or in much less time. */
const SHORT_MS = 300;

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

const failing =
  (code: string): LookUp =>
  async () => {
    throw Object.assign(new Error('query failed'), { code });
  };

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
    const { ca } = await loopbackCertificate();
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
    const sent = (await openSender()).send({ url, headers: HEADERS, body: '{}' }, closing.signal);
    await arrived(1);
    closing.abort(new Error('closing'));
    await expect(sent).rejects.toThrow('closing');
  });
});
