/** Alertmanager where it is installed, to stand beside ours: it keeps alerts in memory and tells nobody. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnOwned } from '../../src/edges/embedded/owned-process.ts'
import { ALERTMANAGER } from '../world/alertmanager.ts'
import { eventually } from '../world/eventually.ts'
import { freePort } from '../world/free-port.ts'
import type { BenchServer } from './world.ts'

const CONFIGURATION = `
route: { receiver: nobody, group_wait: 1h, group_by: [alertname] }
receivers: [{ name: nobody }]
`

export async function openAlertmanager(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-bench-'))
  const file = join(folder, 'alertmanager.yml')
  await writeFile(file, CONFIGURATION)
  const listen = `127.0.0.1:${await freePort()}`
  const options = { 'config.file': file, 'storage.path': folder, 'web.listen-address': listen }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawnOwned({ command: ALERTMANAGER, args: [...args, '--cluster.listen-address=', '--log.level=error'] })
  const address = `http://${listen}`
  await eventually('Alertmanager is ready', () =>
    fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { address, pid: child.pid ?? 0, stop }
}
