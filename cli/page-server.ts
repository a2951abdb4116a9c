/** A folder in memory, served to the browsers of this machine and to nobody else. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A server that runs. */
export interface Served {
  /** Where its page is. */
  address: string;
  close(): Promise<void>;
}

/**
 * @param files contents by name; `index.html` is the page
 * @param policy content security policy, sent with every file
 */
export async function serve(files: ReadonlyMap<string, string>, policy: string): Promise<Served> {
  const bodies = new Map([...files].map(([name, text]) => [name, Buffer.from(text)]));
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    // Another name that leads here is a page from elsewhere that wants to look in.
    const local = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
    const name = (request.url ?? '').replace(/[?#].*$/, '').slice(1) || 'index.html';
    const body = local ? bodies.get(name) : undefined;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(!reads ? 405 : body ? 200 : 404, {
      'content-type': body ? types[name.split('.').at(-1)!]! : 'text/plain',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The next game may be served at the same address.
      'cache-control': 'no-store',
    });
    response.end(reads && request.method === 'GET' ? body : undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens an address in the browser of who uses this machine, where there is one; otherwise nothing happens. */
export function openBrowser(address: string): void {
  const { platform, env } = process;
  const screen = platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (!screen) return;
  const [program, ...words] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const opener = spawn(program!, [...words, address], { stdio: 'ignore', detached: true });
  // The address is printed: who has no browser here opens it elsewhere.
  opener.on('error', () => {});
  opener.unref();
}
