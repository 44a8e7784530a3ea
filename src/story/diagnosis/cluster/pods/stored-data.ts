/** Advice on a volume by what stands on it: files of a database server are removed by the server alone. */
import type { Scene } from '../../scene.ts'
import type { DescribedPod } from '../cluster-scene.ts'
import { record, records, text } from '../reading/loose-fields.ts'
import { isSame } from './workload-pods.ts'

const SERVER_IMAGE = /postgres|pgsql|timescale|spilo|cloudnative-pg|crunchy|patroni|stolon/i
const SERVER_PLACE = /pgdata|postgres|pg_wal/i

export function sayRemoval({ cluster }: Scene, claim: string): string {
  const users = (cluster?.described ?? []).filter(({ claims }) => claims.some(({ name }) => text(name) === claim))
  const isServer = users.some((one) => isDatabaseServer(one) || speaksOfWal(one))
  if (!isServer) return ', or remove what is not needed from it'
  return '; then look what has grown: WAL kept by a replication slot or by failing archiving, temporary files, tables. Never delete files of the server by hand, least of all in pg_wal'

  function speaksOfWal({ pod }: DescribedPod): boolean {
    return (cluster?.logs ?? []).some(
      (log) => isSame(log, pod) && log.lines.some((line) => /\bpg_wal\b/.test(line.text)),
    )
  }
}

export function isDatabaseServer({ whole }: DescribedPod): boolean {
  const containers = records(record(whole.pod).containers)
  return containers.some(
    ({ image, volumeMounts }) =>
      SERVER_IMAGE.test(text(image) ?? '') ||
      records(volumeMounts).some(({ mountPath }) => SERVER_PLACE.test(text(mountPath) ?? '')),
  )
}
