/** Whom an incident is about: figures and lines of others, whom nothing ties to it, stand behind those. */
import type { IncidentDetail } from '@contract/incident.ts'

type About = Pick<IncidentDetail, 'alerts' | 'diagnosis'>

/** Labels that say whom an alert is about; who measured it, and how grave it is, says nothing of that. */
const TELLING =
  /^(?:exported_)?(?:namespace|service|app|application|workload|pod|deployment|statefulset|daemonset|cronjob|job_name|node|host|database|datname|queue|topic|persistentvolumeclaim)$/
const LETTERS_MIN = 2

/** None where the diagnosis could tie nothing to it, or found no cause: then it may be anybody. */
export function nearNames({ alerts, diagnosis }: About): readonly string[] {
  if (!diagnosis || diagnosis.situation === 'unclear' || diagnosis.beside.length === 0) return []
  const labelled = alerts.flatMap(({ labels }) =>
    Object.entries(labels).flatMap(([label, value]) => (TELLING.test(label) ? [value] : [])),
  )
  // Who stands on the map without a line is nobody's.
  const { entities = [], ties = [] } = diagnosis.map ?? {}
  const isTied = (name: string) => ties.some(({ from, to }) => from === name || to === name)
  const mapped = entities.flatMap(({ name, is_subject }) => (is_subject || isTied(name) ? [name] : []))
  const all = [...labelled, ...mapped, ...diagnosis.at_fault].map((name) => name.toLowerCase())
  return [...new Set(all)].filter((name) => name.length >= LETTERS_MIN)
}

/** The same, or a pod or a set of it, which bears its name. */
export function isOfThem(names: readonly string[], value: string): boolean {
  const said = value.toLowerCase()
  return names.some((name) => said === name || said.startsWith(`${name}-`) || name.startsWith(`${said}-`))
}
