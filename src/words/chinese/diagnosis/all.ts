/** What diagnoses say, room by room. */
import { access } from './access.ts'
import { changeWords } from './change-words.ts'
import { conclusion } from './conclusion.ts'
import { connections } from './connections.ts'
import { databaseWords } from './database-words.ts'
import { dependencies } from './dependencies.ts'
import { jobs } from './jobs.ts'
import { joints } from './joints.ts'
import { lenses } from './lenses.ts'
import { locks } from './locks.ts'
import { model } from './model.ts'
import { nodes } from './nodes.ts'
import { placement } from './placement.ts'
import { podWords } from './pod-words.ts'
import { questions } from './questions.ts'
import { releases } from './releases.ts'
import { replicas } from './replicas.ts'
import { replication } from './replication.ts'
import { routes } from './routes.ts'
import { running } from './running.ts'
import { server } from './server.ts'
import { signals } from './signals.ts'
import { starting } from './starting.ts'
import { statementWords } from './statement-words.ts'
import { statements } from './statements.ts'
import { storageWords } from './storage-words.ts'
import { upkeep } from './upkeep.ts'
import { volumes } from './volumes.ts'
import { whole } from './whole.ts'

export const diagnosis = {
  ...access,
  ...changeWords,
  ...conclusion,
  ...connections,
  ...databaseWords,
  ...dependencies,
  ...jobs,
  ...joints,
  ...lenses,
  ...locks,
  ...model,
  ...nodes,
  ...placement,
  ...podWords,
  ...questions,
  ...releases,
  ...replicas,
  ...replication,
  ...routes,
  ...running,
  ...server,
  ...signals,
  ...starting,
  ...statementWords,
  ...statements,
  ...storageWords,
  ...upkeep,
  ...volumes,
  ...whole,
}
