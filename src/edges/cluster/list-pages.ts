import { type ClusterListing, type ClusterObject, ClusterRefusal } from '../../ports/cluster.ts'
import type { ClusterConnection } from './cluster-connection.ts'
import { objectsInTable } from './secret-metadata.ts'

type Listing = {
  path: string
  kind: string
  query?: Readonly<Record<string, string | undefined>>
  accept?: string
  keep?: ClusterListing['keep']
}

type Page = { metadata?: { continue?: string }; items?: ClusterObject[] | null }

const PAGE_OBJECTS = 500
const OBJECTS_MAX = 10_000
/** However few of them are kept. */
const READ_MAX = 100_000

/** Reads page by page, so that no single answer is huge. A continuation that expired on the way begins anew, once. */
export async function listAll(
  connection: ClusterConnection,
  listing: Listing,
  signal: AbortSignal,
): Promise<ClusterObject[]> {
  try {
    return await readPages(connection, listing, signal)
  } catch (error) {
    if (error instanceof ClusterRefusal && error.status === 410) return readPages(connection, listing, signal)
    throw error
  }
}

async function readPages(
  connection: ClusterConnection,
  { path, kind, query, accept, keep }: Listing,
  signal: AbortSignal,
): Promise<ClusterObject[]> {
  let found: ClusterObject[] = []
  let read = 0
  let next: string | undefined
  do {
    const paging = { limit: String(PAGE_OBJECTS), continue: next }
    const page: Page = await connection.ask({
      method: 'GET',
      path,
      query: { ...query, ...paging },
      ...(accept === undefined ? {} : { accept }),
      signal,
    })
    const objects = objectsInTable(page) ?? page.items ?? []
    for (const object of objects) found.push(light(object, kind))
    read += objects.length
    if (found.length > OBJECTS_MAX && (!keep || read > READ_MAX)) throw tooMany(path)
    if (found.length > OBJECTS_MAX && keep) found = [...keep(found)]
    next = page.metadata?.continue
  } while (next)
  return found
}

/** The server leaves the kind out in a list. */
function light(object: ClusterObject, kind: string): ClusterObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, kind, metadata }
}

function tooMany(path: string): ClusterRefusal {
  return new ClusterRefusal(
    413,
    'TooMany',
    `${path} holds more than ${OBJECTS_MAX} objects. Narrow by namespace, label or name.`,
  )
}
