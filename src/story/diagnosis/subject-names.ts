/** The names by which an alert may say whom it is about. */
export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'ReplicaSet' | 'Job' | 'CronJob'

export type Named = {
  namespace?: string
  pod?: string
  container?: string
  workload?: { kind: WorkloadKind; name: string }
  service?: string
  node?: string
  claim?: string
  autoscaler?: string
  quota?: string
  database?: string
  table?: string
  /** As the monitoring calls the server, where it names one. */
  instance?: string
  pid?: number
  issueId?: string
}
