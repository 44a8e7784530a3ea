/** Whom an alert is about, in one word that is the same the next time: a pod's name is not, that of its workload is. */
import type { Named } from '../label-names.ts'

const CHARACTERS_MAX = 200

export function subjectWord(named: Named): string {
  const { namespace, workload, service, pod, node, claim, database, table, instance } = named
  const within = (name: string) => (namespace === undefined ? name : `${namespace}/${name}`)
  const word =
    (workload && within(workload.name)) ??
    (database === undefined ? undefined : `database ${[database, table].filter(Boolean).join('.')}`) ??
    (pod === undefined ? undefined : within(workloadOfPod(pod))) ??
    (service === undefined ? undefined : within(service)) ??
    (claim === undefined ? undefined : `claim ${within(claim)}`) ??
    (node === undefined ? undefined : `node ${node}`) ??
    (table === undefined ? undefined : `table ${table}`) ??
    instance ??
    namespace
  return (word ?? '').slice(0, CHARACTERS_MAX)
}

/** `web-7d4f9c8b54-vq8xm`, `db-0` and `agent-x7k2p` are pods of `web`, `db` and `agent`. */
function workloadOfPod(pod: string): string {
  return pod.replace(/-[0-9a-f]{5,10}-[0-9a-z]{5}$/, '').replace(/-(\d{1,4}|(?=[a-z]*\d)[0-9a-z]{5})$/, '')
}
