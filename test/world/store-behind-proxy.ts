import type { TestContext } from 'node:test'
import { parse } from 'pg-connection-string'
import { migratedDatabase } from './stores.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A database of the test's own, and a way to it that the test can cut. `adminUrl` leads around the proxy. */
export async function storeBehindProxy(
  t: TestContext,
): Promise<{ proxy: TcpProxy; DATABASE_URL: string; adminUrl: string }> {
  const { url, adminUrl } = await migratedDatabase(t)
  const { host, port, user, password, database } = parse(url)
  const target = host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host ?? '', port: Number(port) }
  const proxy = await startTcpProxy(t, target)
  return { proxy, adminUrl, DATABASE_URL: `postgresql://${user}:${password}@127.0.0.1:${proxy.port}/${database}` }
}
