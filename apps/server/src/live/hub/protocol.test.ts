import { describe, expect, it } from 'vitest';
import {
  PING,
  checkHandshake,
  closeMessage,
  failedCompletion,
  handshakeResponse,
  invocation,
  parseMessage,
  splitMessages,
} from './protocol.ts';
import { ProtocolError } from './errors.ts';
import { redactUrl } from './request.ts';
import { ConnectionTokens } from './tokens.ts';

describe("SignalR's JSON hub protocol", () => {
  it('writes messages in the clients’ format', () => {
    const text = [
      handshakeResponse(),
      handshakeResponse('No.'),
      invocation('ReceiveActivity', [{ line: 'a\nb' }]),
      failedCompletion('7', 'Unknown method'),
      PING,
      closeMessage(undefined, true),
      closeMessage('Gone.', false),
    ].map(({ frame }) => frame.toString());
    expect(text).toEqual([
      '{}\u001e',
      '{"error":"No."}\u001e',
      '{"type":1,"target":"ReceiveActivity","arguments":[{"line":"a\\nb"}]}\u001e',
      '{"type":3,"invocationId":"7","error":"Unknown method"}\u001e',
      '{"type":6}\u001e',
      '{"type":7,"allowReconnect":true}\u001e',
      '{"type":7,"error":"Gone."}\u001e',
    ]);
  });

  it('writes an event as one data line', () => {
    expect(invocation('T', ['a\r\nb']).event.toString()).toBe(
      'data: {"type":1,"target":"T","arguments":["a\\r\\nb"]}\u001e\n\n',
    );
  });

  it('splits joined messages and measures each in bytes', () => {
    expect(splitMessages('{"type":6}\u001e{"type":7}\u001e', 10)).toEqual(['{"type":6}', '{"type":7}']);
    expect(() => splitMessages('{"type":6}\u001e{"ty', 10)).toThrow('incomplete');
    expect(splitMessages('', 10)).toEqual([]);
    expect(splitMessages('1234567890\u001e', 10)).toHaveLength(1);
    expect(() => splitMessages('123456789£\u001e', 10)).toThrow('too large');
  });

  it.each(['', '{', '[]', '7', 'null', '"type"', '{}', '{"type":"1"}', '{"type":1,"invocationId":2}'])(
    'refuses %j as a message',
    (json) => {
      expect(() => parseMessage(json)).toThrow(ProtocolError);
    },
  );

  it('reads a message and ignores unknown fields', () => {
    expect(parseMessage('{"type":1,"invocationId":"1","target":"X","arguments":[],"headers":{}}')).toEqual({
      type: 1,
      invocationId: '1',
    });
    expect(parseMessage('{"type":99}')).toEqual({ type: 99, invocationId: undefined });
    expect(parseMessage('{"type":1,"invocationId":null}')).toEqual({ type: 1, invocationId: undefined });
  });

  it.each([
    ['{"protocol":"messagepack","version":1}', "The protocol 'messagepack' is not supported."],
    ['{"protocol":"json","version":2}', "The server does not support version 2 of the 'json' protocol."],
    ['{"type":6}', 'The handshake request is malformed.'],
    ['{"protocol":"json"}', 'The handshake request is malformed.'],
    ['nonsense', 'The message is not valid JSON.'],
  ])('refuses the handshake %s', (json, message) => {
    expect(() => checkHandshake(json)).toThrow(message);
  });
});

describe('hub tokens', () => {
  it('are removed from a URL for the log with the whole query', () => {
    expect(redactUrl('/hubs/activity?id=secret&access_token=secret')).toBe('/hubs/activity?[redacted]');
    expect(redactUrl('/hubs/activity?access%5Ftoken=secret?x')).toBe('/hubs/activity?[redacted]');
    expect(redactUrl('/hubs/activity')).toBe('/hubs/activity');
  });

  it('are long, and differ from each other', () => {
    const tokens = new ConnectionTokens(Buffer.alloc(32, 1));
    const issued = Array.from({ length: 1_000 }, () => tokens.issue('ann'));
    expect(new Set(issued.map((one) => one.connectionToken)).size).toBe(1_000);
    expect(issued[0]?.connectionToken).toMatch(/^[\w-]{65}$/u);
  });

  it('are only accepted from their owner, by every process with the same key', () => {
    const { connectionId, connectionToken } = new ConnectionTokens(Buffer.alloc(32, 1)).issue('ann');
    const other = new ConnectionTokens(Buffer.alloc(32, 1));
    expect(other.read(connectionToken, 'ann')).toBe(connectionId);
    expect(other.read(connectionToken, 'bob')).toBeUndefined();
    expect(new ConnectionTokens(Buffer.alloc(32, 2)).read(connectionToken, 'ann')).toBeUndefined();
    const changed = (connectionToken.startsWith('A') ? 'B' : 'A') + connectionToken.slice(1);
    for (const token of ['', connectionId, changed, connectionToken.slice(0, -1)])
      expect(other.read(token, 'ann')).toBeUndefined();
  });
});
