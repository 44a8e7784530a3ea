/**
 * The server's superuser, asked before and after nearly every test. One connection per process and server stays open for
 * that: opening one costs half of what making a database does. It keeps the process alive only while something is asked.
 */
import pg from 'pg'

/** What the types do not say of a client. */
type Holding = { ref(): void; unref(): void }
type Admin = { client: pg.Client & Holding; asking: number }

const admins = new Map<string, Promise<Admin>>()

/** One statement after the other. */
export async function askAdmin(url: string, ...statements: string[]): Promise<void> {
  const admin = await adminOf(url)
  admin.asking += 1
  admin.client.ref()
  try {
    for (const sql of statements) await admin.client.query(sql)
  } finally {
    admin.asking -= 1
    if (admin.asking === 0) admin.client.unref()
  }
}

function adminOf(url: string): Promise<Admin> {
  const opening = admins.get(url) ?? open(url)
  admins.set(url, opening)
  return opening
}

async function open(url: string): Promise<Admin> {
  const forget = () => admins.delete(url)
  try {
    const client = new pg.Client({ connectionString: url }) as Admin['client']
    client.on('error', forget)
    await client.connect()
    return { client, asking: 0 }
  } catch (error) {
    forget()
    throw error
  }
}
