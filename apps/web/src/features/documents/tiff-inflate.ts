import { inflateSync } from 'fflate';

// The TIFF library uses this global where `require` is not available, as in a worker.
Object.assign(globalThis, { pako: { inflateRaw: (bytes: Uint8Array) => inflateSync(bytes) } });
