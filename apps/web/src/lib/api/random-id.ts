/**
 * A random id of 128 bits in hex. Not `crypto.randomUUID`, which browsers offer on secure origins only: the first visits of
 * an installation may come over plain HTTP in the practice's own network.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
