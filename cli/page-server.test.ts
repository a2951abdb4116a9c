import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from './page-server.js';

let served: Served;
beforeAll(async () => {
  served = await serve(
    new Map([
      ['index.html', '<p>hello'],
      ['page.js', 'go()'],
    ]),
    "default-src 'none'",
  );
});
afterAll(() => served.close());

const get = (path: string, init?: RequestInit) => fetch(new URL(path, served.address), init);

it('serves its files with their types and the policy, on this machine only', async () => {
  expect(served.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const page = await get('/');
  expect(await page.text()).toBe('<p>hello');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect((await get('/page.js?x')).headers.get('content-type')).toMatch(/^text\/javascript/);
});

it('serves nothing else', async () => {
  for (const path of ['/package.json', '/../package.json', '/%2e%2e/package.json', '/constructor'])
    expect((await get(path)).status, path).toBe(404);
  expect((await get('/', { method: 'POST' })).status).toBe(405);
});

it('does not answer under another name', async () => {
  const status = await new Promise((resolve) => {
    request(served.address, { headers: { host: 'elsewhere.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  expect(status).toBe(404);
});
