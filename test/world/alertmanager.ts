/** A real Alertmanager on loopback, with one route to one webhook. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startDaemon, temporaryFolder } from './daemon.ts'
import { freePort } from './free-port.ts'

export const ALERTMANAGER = '/usr/bin/prometheus-alertmanager'

type Webhook = { url: string; key: string }

/** Answers its address. It tells a change within a second, and repeats what still fires after two. */
export async function startAlertmanager(t: TestContext, webhook: Webhook): Promise<string> {
  const folder = await temporaryFolder(t, 'alertmanager')
  const address = `127.0.0.1:${await freePort()}`
  const file = join(folder, 'alertmanager.yml')
  await writeFile(file, configurationOf(webhook))
  await startDaemon(t, {
    command: ALERTMANAGER,
    args: [
      `--config.file=${file}`,
      `--storage.path=${folder}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    readyUrl: `http://${address}/-/ready`,
  })
  return address
}

/** The same as on the page for users, in a hurry. */
function configurationOf({ url, key }: Webhook): string {
  return `
route:
  receiver: firebreak
  group_by: [alertname]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 2s
receivers:
  - name: firebreak
    webhook_configs:
      - url: ${url}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials: ${key}
`
}
