/** What a storm needs beside the service: a cluster whose node is lost, a chat, and who sends and counts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupOf } from './alerts.ts'
import { startChatSimulator } from './chat/chat-simulator.ts'
import { VirtualClock } from './chat/virtual-clock.ts'
import { startClusterSimulator } from './kubernetes/cluster-simulator.ts'
import { type Notification, stormObjects } from './node-storm.ts'
import { runSql } from './sql.ts'

const CHAT = 'oc_ops'
const AT_ONCE = 32

export async function openStormWorld() {
  const cluster = await startClusterSimulator({ objects: stormObjects(), pace: 'by hand' })
  const clock = new VirtualClock({ isRunning: true, start: new Date() })
  const chat = await startChatSimulator({ clock, chats: [CHAT] })
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-storm-'))
  const KUBECONFIG = join(folder, 'config')
  await writeFile(KUBECONFIG, cluster.kubeconfig)
  return {
    cluster,
    environment: { KUBECONFIG, ...chat.settings, CHAT_DEFAULT_CHAT_ID: CHAT },
    countCards: () => chat.store.in(CHAT).filter(({ type }) => type === 'interactive').length,
    close: async () => {
      await cluster.close()
      await chat.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each notification as an alert manager posts it, some at once, to the services by turns. */
export async function sendStorm(
  storm: readonly Notification[],
  postTo: (index: number, body: unknown) => Promise<{ status: number; text: string }>,
): Promise<void> {
  const left = [...storm.entries()]
  const sender = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, { key, alerts }] = next
      const { status, text } = await postTo(index, groupOf(alerts, `{}:{group="${key}"}`))
      if (status !== 202) throw new Error(`A notification of the storm was answered with ${status}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
}

type Standing = { id: string; status: string; conclusion: string; parts: number; severity: string }

/** Incidents that are not parts, those with the most parts first; how many are not settled, and what it took. */
export async function readStorm(databaseUrl: string) {
  // First, whether all have their place: who leads whom is read of a storm that has settled.
  const [counts] = await runSql(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM incidents) AS incidents,
            (SELECT count(*)::int FROM incidents WHERE part_of IS NULL AND status IN ('pending', 'diagnosing')) AS unsettled,
            (SELECT count(*)::int FROM incident_alerts) AS alerts,
            (SELECT count(*)::int FROM incident_events WHERE kind = 'diagnosis_completed') AS diagnoses,
            (SELECT count(*)::int FROM chat_cards WHERE sent < wanted) AS cards_owed`,
  )
  const leaders = await runSql(
    databaseUrl,
    `SELECT id, status, severity, (SELECT count(*)::int FROM incidents AS part WHERE part.part_of = incidents.id) AS parts,
            coalesce((SELECT document::json->>'conclusion' FROM diagnoses WHERE incident_id = id ORDER BY version DESC LIMIT 1), '') AS conclusion
       FROM incidents WHERE part_of IS NULL AND status NOT IN ('pending', 'diagnosing')
      ORDER BY parts DESC, seq`,
  )
  return { leaders: leaders as Standing[], ...(counts as Record<Counted, number>) }
}

type Counted = 'incidents' | 'unsettled' | 'alerts' | 'diagnoses' | 'cards_owed'
