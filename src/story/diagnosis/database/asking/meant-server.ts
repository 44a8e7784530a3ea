/** Which of several looked-after servers an alert means: by its database, its instance or its service, however each is spelled. */
import { isExporter } from '../../../incident/who-measures.ts'
import { isAkin, plainName } from '../../lenses/entity-of.ts'
import type { Subject } from '../../subject.ts'

const LABELS = ['instance', 'service', 'server', 'host', 'cluster_name', 'exported_instance', 'pod', 'app']

/** Whoever bears the very name comes before whoever bears it as a part. */
export function meantServer(subject: Subject, servers: readonly string[]): string | undefined {
  const { database, instance, service, labels } = subject
  const stated = [subject.fromText.includes('database') ? undefined : database, instance, service]
  const names = [...stated, ...LABELS.map((label) => labels[label])].flatMap((name) => (name ? [plainName(name)] : []))
  const usable = names.filter((name) => !isExporter(name))
  const exact = servers.find((server) => usable.some((name) => name.toLowerCase() === server.toLowerCase()))
  const akin = servers.filter((server) => usable.some((name) => isAkin(name, server)))
  return exact ?? (akin.length === 1 ? akin[0] : undefined)
}
