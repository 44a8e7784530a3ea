/** Where actions are counted, exactly and over all instances. */
export type LedgerEntry = {
  incidentId: string
  plugin: string
  /** One name for one target, such as `Deployment shop/checkout`. */
  target: string
  replicas?: { from: number; to: number }
}

export type ActionLedger = {
  actionsInLastHour(): Promise<number>
  /** The count before our first change of this target in the last hour. */
  replicasAtHourStart(target: string): Promise<number | undefined>
  /** Entered before the act. False where the quota is used up: then nothing may run. */
  charge(entry: LedgerEntry, quota: number): Promise<boolean>
}
