/** Asks the relational store every second whether it is there, so that /healthz can answer at once and truthfully. */
import type { Database } from './database.ts'

const PAUSE_MS = 1_000
const PATIENCE_MS = 2_000

type StoreWatch = { isConnected(): boolean; look(): Promise<void>; stop(): void }

export function watchStore(database: Database): StoreWatch {
  let isConnected = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    isConnected = await answersInTime(database)
  }
  const keepLooking = async () => {
    await look()
    if (!isStopped) timer = setTimeout(keepLooking, PAUSE_MS).unref()
  }
  void keepLooking()
  return {
    isConnected: () => isConnected,
    look,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function answersInTime(database: Database): Promise<boolean> {
  const patience = new Promise<false>((resolve) => void setTimeout(() => resolve(false), PATIENCE_MS).unref())
  const answer = database.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, patience])
}
