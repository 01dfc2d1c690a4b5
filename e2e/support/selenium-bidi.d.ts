// The published types name an export that the package does not have.
declare module 'selenium-webdriver/bidi/index.js' {
  export default class Connection {
    constructor(address: string);
    waitForConnection(): Promise<void>;
    send(command: { readonly method: string; readonly params: object }): Promise<unknown>;
    close(): void;
  }
}
