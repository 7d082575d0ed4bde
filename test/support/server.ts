// A server on loopback for what browsers and fetch want to load.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served { body: string | Uint8Array; type: string; headers?: Record<string, string> }

/** Serves what `find` gives for a path; null is a 404. */
export async function serve(find: (path: string) => Served | null): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const found = find(new URL(request.url!, 'http://localhost').pathname)
    if (!found) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': found.type, ...found.headers }).end(found.body)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => {
      server.close(() => { resolve() })
      server.closeAllConnections()
    }),
  }
}
