import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { unprotectedConnections } from './encryption.ts';

const ofUrl = (rest: string) =>
  unprotectedConnections(readConfig({ DATABASE_URL: `postgres://a:b@${rest}` }));

it.each([
  '127.0.0.1:5000/portal',
  'localhost/portal',
  '[::1]/portal',
  'localhost/portal?host=/var/run/postgresql',
  'db.example/portal?sslmode=verify-full',
])('%s needs no other encryption', (rest) => {
  expect(ofUrl(rest)).toEqual([]);
});

it('names each address to which the connection could be read', () => {
  expect(ofUrl('10.0.0.11/portal')).toEqual([
    'DATABASE_URL connects to 10.0.0.11 without encryption. Add sslmode=verify-full to it.',
  ]);
  expect(ofUrl('db.example/portal?sslmode=disable')).toHaveLength(1);
  expect(ofUrl('127.example/portal')).toHaveLength(1);
  expect(
    unprotectedConnections(
      readConfig({ DATABASE_URL: 'postgres://a:b@localhost/x', READ_DATABASE_URL: 'postgres://a:b@db2/x' }),
    ),
  ).toEqual(['READ_DATABASE_URL connects to db2 without encryption. Add sslmode=verify-full to it.']);
});

it('names each address whose certificate is not checked', () => {
  expect(ofUrl('db.example/portal?sslmode=no-verify')).toEqual([
    'DATABASE_URL accepts any certificate of db.example, also a forged one. Use sslmode=verify-full.',
  ]);
});
