/** Whether anything points at a database: the alert, what people told us, or the logs of those who were looked at. */
import type { Scene } from '../../scene.ts'
import { databaseConcern } from './database-concern.ts'

const BLAME =
  /SQLSTATE|\b(57P0[1-3]|53300|08006|08001)\b|the database system is|terminating connection due to|remaining connection slots|too many clients|:5432\b|\bpq: |psycopg|PSQLException|PG::[A-Z]|HikariPool/

/** Whether the programs that were looked at before complain of a database in their logs. */
export function isBlamedIn({ cluster }: Pick<Scene, 'cluster'>): boolean {
  return (cluster?.logs ?? []).some(({ lines }) => lines.some(({ text }) => BLAME.test(text)))
}

/** That what is complained of may come from a database is no more than a reason to have a look. */
export function isDatabaseInQuestion(scene: Pick<Scene, 'cluster' | 'subject' | 'environment'>): boolean {
  const concern = databaseConcern(scene.subject, scene.environment)
  return (concern !== undefined && concern !== 'possible') || isBlamedIn(scene)
}
