/** A real Prometheus on loopback that watches one target, by one rule where a rule is given. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startDaemon, temporaryFolder } from './daemon.ts'
import { freePort } from './free-port.ts'

export const PROMETHEUS = '/usr/bin/prometheus'

type Watched = { target: string; alertmanager?: string; rule?: string }

/** Looks every second, and takes its time for it. What it no longer fires it calls over at the next look. Answers its address. */
export async function startPrometheus(t: TestContext, { target, alertmanager, rule }: Watched): Promise<string> {
  const folder = await temporaryFolder(t, 'prometheus')
  const address = `127.0.0.1:${await freePort()}`
  const file = join(folder, 'prometheus.yml')
  await writeFile(join(folder, 'rules.yml'), rule ? `groups:\n  - name: shop\n    rules:\n${rule}` : 'groups: []\n')
  await writeFile(file, configurationOf(target, alertmanager))
  await startDaemon(t, {
    command: PROMETHEUS,
    args: [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    readyUrl: `http://${address}/-/ready`,
  })
  return `http://${address}`
}

function configurationOf(target: string, alertmanager: string | undefined): string {
  return `
global:
  scrape_interval: 1s
  scrape_timeout: 1s
  evaluation_interval: 500ms
rule_files: [rules.yml]
alerting:
  alertmanagers:
    - static_configs: [{ targets: [${alertmanager ? `'${alertmanager}'` : ''}] }]
scrape_configs:
  - job_name: shop
    static_configs: [{ targets: ['${target}'] }]
`
}
