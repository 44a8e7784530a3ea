/** Whom one may end at all. The plugins check again on the live server; here a step is not even proposed. */
import type { Session } from './session.ts'

type Ended = Pick<Session, 'pid' | 'leader_pid' | 'backend_type' | 'application_name' | 'usename'>

/** Backups and those who look after the server or feed others from it. */
const CARETAKERS =
  /^(pg_dump(all)?|pg_restore|pg_basebackup|pg_receivewal|pg_recvlogical|vacuumdb|reindexdb|pg_?repack.*|pg_squeeze.*|pgcopydb.*|barman.*|pg_?backrest.*|wal-?[ge]\b.*|patroni.*|repmgr.*|stolon.*|cloudnative.*|postgres_?exporter.*|firebreak.*)$/i
const CARETAKING_ROLES =
  /^(rdsadmin|cloudsqladmin|azuresu|azure_superuser|replicat(or|ion)|repl|barman|backups?|streaming_replica)$/i

/** Why nobody should end it; undefined where one may. */
export function whyNotEnded(session: Ended): string | undefined {
  const { pid, leader_pid, backend_type, application_name, usename } = session
  if (backend_type === null || backend_type === undefined) return `What pid ${pid} is cannot be seen with our login.`
  if (backend_type !== 'client backend') return `pid ${pid} is ${withArticle(backend_type)}, which is never ended.`
  if (leader_pid !== null && leader_pid !== pid) return `pid ${pid} is a parallel worker of ${leader_pid}.`
  if (isCaretaker(session))
    return `pid ${pid} (${application_name || usename}) looks after the server itself, so a person should decide.`
  return undefined
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

export function isCaretaker({ application_name, usename }: Pick<Session, 'application_name' | 'usename'>): boolean {
  return CARETAKERS.test(application_name ?? '') || CARETAKING_ROLES.test(usename ?? '')
}
