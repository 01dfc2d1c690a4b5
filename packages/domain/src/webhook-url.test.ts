import { describe, expect, it } from 'vitest';
import { addressInUrl, MAX_WEBHOOK_URL, parseWebhookUrl } from './webhook-url.ts';

const errorOf = (text: string) => {
  const parsed = parseWebhookUrl(text);
  return parsed.ok ? null : parsed.error;
};

const SCHEME = 'Enter a URL that starts with https://';
const USER = 'The URL cannot contain a user name or password';
const FRAGMENT = 'Remove the part of the URL after the number sign (#)';
const CHARACTERS = 'The URL contains characters that are not allowed';
const NAME = 'Enter the full name of the receiver';
const FULL_NAME = 'Enter the full name of the receiver, for example hooks.example.com';
const PORT = 'The port must be 443 or a number from 1024 to 65535';
const SELF = 'The receiver cannot be this server itself (localhost)';

describe('accepts', () => {
  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    [' https://hooks.example.com/a/b?key=1&x=%20 ', 'https://hooks.example.com/a/b?key=1&x=%20'],
    ['HTTPS://HOOKS.Example.com/Path', 'https://hooks.example.com/Path'],
    ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://hooks.example.com:65535/', 'https://hooks.example.com:65535/'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    ['https://10.20.0.5/hook', 'https://10.20.0.5/hook'],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/'],
    ['https://a.b.c.d.example.com/', 'https://a.b.c.d.example.com/'],
  ])('%s', (text, url) => expect(parseWebhookUrl(text)).toEqual({ ok: true, url }));
});

describe('refuses', () => {
  it.each([
    // Other schemes, and what browsers would repair.
    ['', SCHEME],
    ['hooks.example.com', SCHEME],
    ['//hooks.example.com/', SCHEME],
    ['http://hooks.example.com/', SCHEME],
    ['http://hooks.example.com:443/', SCHEME],
    ['ftp://hooks.example.com/', SCHEME],
    ['ws://hooks.example.com/', SCHEME],
    ['wss://hooks.example.com/', SCHEME],
    ['file:///etc/passwd', SCHEME],
    ['gopher://hooks.example.com/', SCHEME],
    ['javascript:alert(1)', SCHEME],
    ['data:text/plain,x', SCHEME],
    ['blob:https://hooks.example.com/1', SCHEME],
    ['view-source:https://hooks.example.com/', SCHEME],
    ['https:hooks.example.com', SCHEME],
    ['https:/hooks.example.com', SCHEME],
    ['https:\\\\hooks.example.com\\', SCHEME],
    ['https:/\\hooks.example.com', SCHEME],
    ['ht\ntps://hooks.example.com/', SCHEME],
    ['https ://hooks.example.com/', SCHEME],
    // No host.
    ['https://', NAME],
    ['https:///path', NAME],
    ['https://?x', NAME],
    ['https://:443/', NAME],
    ['https://[]/', NAME],
    ['https://[::1/', NAME],
    ['https://[12345::1]/', NAME],
    ['https://[1.2.3.4]/', NAME],
    ['https://[fe80::1%25eth0]/', CHARACTERS],
    ['https://256.1.1.1/', NAME],
    ['https://1.2.3.4.5/', NAME],
    // User names hide the real host.
    ['https://user@hooks.example.com/', USER],
    ['https://user:pass@hooks.example.com/', USER],
    ['https://:pass@hooks.example.com/', USER],
    ['https://@hooks.example.com/', USER],
    ['https://hooks.example.com@169.254.169.254/', USER],
    ['https://hooks.example.com:443@10.0.0.1/', USER],
    ['https://a@b@c.example/', USER],
    // Fragments.
    ['https://hooks.example.com/#', FRAGMENT],
    ['https://hooks.example.com/#a', FRAGMENT],
    ['https://hooks.example.com#@10.0.0.1/', FRAGMENT],
    // Characters that programs read differently.
    ['https://hooks.example.com\\@10.0.0.1/', USER],
    ['https://hooks.example.com\\.evil.example/', CHARACTERS],
    ['https://hooks.example.com/a\\b', CHARACTERS],
    ['https://hooks.example.com/a b', CHARACTERS],
    ['https://hooks.example.com/a\tb', CHARACTERS],
    ['https://hooks.example.com/a\r\nHost: x', CHARACTERS],
    ['https://hooks.example.com/\u0000', CHARACTERS],
    ['https://hooks.example.com/<script>', CHARACTERS],
    ['https://hooks.example.com/"', CHARACTERS],
    ['https://hooks.example.com/`id`', CHARACTERS],
    ['https://hooks.example.com/{x}', CHARACTERS],
    ['https://hooks.example.com/a|b', CHARACTERS],
    ['https://hooks.example.com/a^b', CHARACTERS],
    ['https://hooks.example.com/ü', CHARACTERS],
    ['https://bücher.example/', CHARACTERS],
    ['https://hооks.example.com/', CHARACTERS],
    ['https://127。0。0。1/', CHARACTERS],
    ['https://１２７.0.0.1/', CHARACTERS],
    ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', CHARACTERS],
    ['https://hooks\u00AD.example.com/', CHARACTERS],
    ['https://hooks\u200B.example.com/', CHARACTERS],
    ['https://%6c%6f%63alhost/', CHARACTERS],
    ['https://127.0.0.%31/', CHARACTERS],
    ['https://hooks.example.com%2f.evil.example/', CHARACTERS],
    // Other forms of IPv4 addresses.
    ['https://2130706433/', 'Write the address as 127.0.0.1'],
    ['https://0x7f000001/', 'Write the address as 127.0.0.1'],
    ['https://017700000001/', 'Write the address as 127.0.0.1'],
    ['https://0x7f.0.0.1/', 'Write the address as 127.0.0.1'],
    ['https://0177.0.0.1/', 'Write the address as 127.0.0.1'],
    ['https://127.1/', 'Write the address as 127.0.0.1'],
    ['https://127.0.1/', 'Write the address as 127.0.0.1'],
    ['https://127.0.0.01/', 'Write the address as 127.0.0.1'],
    ['https://127.0.0.1./', 'Write the address as 127.0.0.1'],
    ['https://0/', 'Write the address as 0.0.0.0'],
    ['https://0x0/', 'Write the address as 0.0.0.0'],
    ['https://10.0x10.0.1/', 'Write the address as 10.16.0.1'],
    ['https://2852039166/', 'Write the address as 169.254.169.254'],
    ['https://0xA9FEA9FE/', 'Write the address as 169.254.169.254'],
    ['https://169.254.43518/', 'Write the address as 169.254.169.254'],
    ['https://0251.0376.0251.0376/', 'Write the address as 169.254.169.254'],
    // Names of this machine, and names that only a local network has.
    ['https://localhost/', SELF],
    ['https://LOCALHOST/', SELF],
    ['https://app.localhost/', SELF],
    ['https://localhost:8443/', SELF],
    ['https://localhost./', FULL_NAME],
    ['https://intranet/', FULL_NAME],
    ['https://hooks.example.com./', FULL_NAME],
    ['https://-hooks.example.com/', FULL_NAME],
    ['https://hooks-.example.com/', FULL_NAME],
    ['https://hooks..example.com/', FULL_NAME],
    ['https://.example.com/', FULL_NAME],
    ['https://_dmarc.example.com/', FULL_NAME],
    ['https://*.example.com/', FULL_NAME],
    [`https://${'a'.repeat(64)}.example.com/`, FULL_NAME],
    [`https://${'abcdefghi.'.repeat(25)}example.com/`, FULL_NAME],
    // Ports.
    ['https://hooks.example.com:/', PORT],
    ['https://hooks.example.com:0/', PORT],
    ['https://hooks.example.com:22/', PORT],
    ['https://hooks.example.com:25/', PORT],
    ['https://hooks.example.com:80/', PORT],
    ['https://hooks.example.com:1023/', PORT],
    ['https://hooks.example.com:0443/', PORT],
    ['https://hooks.example.com:65536/', PORT],
    ['https://hooks.example.com:443x/', PORT],
    ['https://hooks.example.com:-1/', PORT],
    ['https://hooks.example.com:4e3/', PORT],
    ['https://hooks.example.com:443:443/', PORT],
  ])('%j', (text, error) => expect(errorOf(text)).toBe(error));
});

it('refuses a URL that is too long', () =>
  expect(errorOf(`https://hooks.example.com/${'a'.repeat(MAX_WEBHOOK_URL)}`)).toBe(
    `The URL can have at most ${MAX_WEBHOOK_URL} characters`,
  ));

it('finds the IP address in a URL', () => {
  expect(addressInUrl('https://10.0.0.1:8443/a')).toBe('10.0.0.1');
  expect(addressInUrl('https://[::ffff:127.0.0.1]/')).toBe('::ffff:7f00:1');
  expect(addressInUrl('https://hooks.example.com/')).toBeUndefined();
});
