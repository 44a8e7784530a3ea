/**
 * Tells rows we wrote from rows that somebody else put into the database: a code over the row's content, made with a key that
 * is not in the database. Without FIREBREAK_SECRET_KEY there is nothing to tell them by, and every row counts.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import canonicalize from 'canonicalize'

type SealedTable = 'api_keys' | 'settings' | 'sessions' | 'audit' | 'custom_plugins' | 'silences'
type Content = Readonly<Record<string, string | null>>

export type RowSeal = {
  isKeyed: boolean
  macOf(table: SealedTable, content: Content): Buffer | null
  isGenuine(table: SealedTable, content: Content, mac: Buffer | null): boolean
}

export function createRowSeal(secretKey: string | undefined): RowSeal {
  if (!secretKey) return { isKeyed: false, macOf: () => null, isGenuine: () => true }
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'firebreak rows', 32))
  const macOf = (table: SealedTable, content: Content) =>
    createHmac('sha256', key)
      .update(`${table}\n${canonicalize(content) ?? ''}`)
      .digest()
  return {
    isKeyed: true,
    macOf,
    isGenuine: (table, content, mac) => mac?.length === 32 && timingSafeEqual(macOf(table, content), mac),
  }
}
