import { describe, expect, it } from 'vitest';
import type { LookUp } from './look-up.ts';
import { HEADERS, NAME, openSender, problemOf, receiver } from './test/open-sender.ts';

const MIXED: LookUp = async () => ['93.184.215.14', '10.0.0.1'];
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
    const rebound = await openSender({ lookUp });
    const message = { url: `https://${NAME}:${port}/`, headers: HEADERS, body: '{}' };
    expect(await rebound.send(message)).toMatchObject({ isDelivered: true });
    expect(asked).toEqual([NAME]);
    expect(await rebound.send(message)).toMatchObject({
      problem: `${NAME} resolves to a private address (10.0.0.1)`,
    });
    expect(received).toHaveLength(1);
  });
});
