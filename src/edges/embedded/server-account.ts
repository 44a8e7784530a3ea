import { chmod, chown, stat } from 'node:fs/promises'
import { runs } from './owned-process.ts'

/** As whom PostgreSQL runs; it refuses to run as root. */
export type ServerAccount = { through?: readonly string[]; uid?: number; gid?: number }

const NOBODY = 65534
const AS_NOBODY_TO_ITSELF = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

/**
 * An ordinary user runs it as themselves. Root runs it as the owner of the data; where that is root, in a user namespace
 * in which root looks like nobody, so that files stay root's own and are reachable wherever they lie.
 * Where such namespaces are forbidden, as in many containers, it runs as nobody.
 */
export async function chooseServerAccount(cluster: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return {}
  const owner = await stat(cluster).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  if (runs(AS_NOBODY_TO_ITSELF)) return { through: AS_NOBODY_TO_ITSELF }
  return { uid: NOBODY, gid: NOBODY }
}

/** Lets the account into a folder root has just made, and through the one above it. */
export async function handOver(folder: string, parent: string, { uid, gid }: ServerAccount): Promise<void> {
  if (uid === undefined || gid === undefined) return
  await chown(folder, uid, gid)
  await chmod(parent, (await stat(parent)).mode | 0o011)
}
