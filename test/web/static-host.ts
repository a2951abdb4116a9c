/** A host of static files under some path, as anybody may have one: with the file of a folder, and nothing else of ours. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
};

/** Texts and bytes by path. */
type HostedFiles = ReadonlyMap<string, string | Uint8Array>;

export interface StaticHost {
  /** Of the folder. */
  address: string;
  /** What it has from now on. */
  put(files: HostedFiles): void;
  close(): Promise<void>;
}

/**
 * @param base the path of the folder, as `/some/where/`
 * @param headers sent with every file
 */
export async function staticHost(
  files: HostedFiles,
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaticHost> {
  let held = files;
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/[?#].*$/, '');
    const name = path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : '';
    const text = held.get(name);
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': text === undefined ? 'text/plain' : type,
      ...headers,
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    put: (files) => {
      held = files;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
