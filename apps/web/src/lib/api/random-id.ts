/**
 * A random 128-bit id in hex. `crypto.randomUUID` needs a secure origin, but a new installation may first be used
 * over plain HTTP in the local network.
 */
export function randomId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A random UUID (version 4) for records whose id is created in the browser. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
