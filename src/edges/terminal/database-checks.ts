/** The part of `firebreak doctor` about the databases looked after: that they answer, and what each login can and cannot do. */
import type { Log } from '../../ports/log.ts'
import { proveRole, type RoleProof, tryToEnd } from '../database/role-proof.ts'
import { readTargetList, type Target } from '../database/target-list.ts'
import { openTargetPool, type TargetPool } from '../database/target-pool.ts'
import { advice, bad, type Check, type Found, good } from './doctor.ts'

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

export function databaseChecks(text: string): Check[] {
  const { targets, problems } = readTargetList(text)
  if (targets.length + problems.length === 0) {
    const sentence = 'TARGET_DATABASES is not set; no PostgreSQL is looked after (npm start looks after its own).'
    return [{ about: 'target databases', examine: async () => advice(sentence) }]
  }
  return [
    ...problems.map((sentence) => ({ about: 'target databases', examine: async () => bad(sentence) })),
    ...targets.flatMap(checksOf),
  ]
}

function checksOf(target: Target): Check[] {
  const { name, url, actingUrl } = target
  const looks = { about: `target database ${name}, role that looks`, examine: () => withPools(target, checkLooking) }
  const acts = { about: `target database ${name}, role that acts`, examine: () => withPools(target, checkActing) }
  const both = { about: `target database ${name}`, examine: () => withPools(target, checkOneForBoth) }
  return url === actingUrl ? [both] : [looks, acts]
}

type Pools = { reading: TargetPool; acting: TargetPool }

async function withPools({ name, url, actingUrl }: Target, work: (pools: Pools) => Promise<Found>): Promise<Found> {
  const reading = openTargetPool({ name, url, purpose: 'reading', log: SILENT })
  const acting = openTargetPool({ name, url: actingUrl, purpose: 'acting', log: SILENT })
  try {
    return await work({ reading, acting })
  } finally {
    await Promise.all([reading.close(), acting.close()])
  }
}

type Said = { isWell: boolean; words: string }
const well = (words: string): Said => ({ isWell: true, words })
const worse = (words: string): Said => ({ isWell: false, words })

async function checkLooking({ reading }: Pools): Promise<Found> {
  const proof = await proveRole(reading)
  return tell(proof, [
    ...superuser(proof),
    sight(proof),
    proof.couldMake.length === 0 && proof.writable === 0
      ? well('tried to write with the reading role: refused, good')
      : worse(`could write (${writes(proof)}): take that away`),
    proof.mayEndSessions ? worse('can end other sessions, which it never needs') : well('cannot end other sessions'),
    proof.readable === 0
      ? well('reads none of your tables')
      : worse(`may read ${proof.readable} of ${proof.tables} tables, which it never needs`),
  ])
}

async function checkActing({ reading, acting }: Pools): Promise<Found> {
  const proof = await proveRole(acting)
  const ends = await tryToEnd(reading, acting)
  return tell(proof, [
    ...superuser(proof),
    sight(proof),
    ends
      ? well('can end other sessions: yes, tried on one of the reading role')
      : worse('can end other sessions: no, tried on one of the reading role; GRANT pg_signal_backend'),
    well(`may vacuum ${proof.vacuumable} of ${proof.tables} tables`),
    proof.couldMake.length === 0
      ? well('tried to make something: refused, good')
      : worse(`could make ${writes(proof)}`),
  ])
}

async function checkOneForBoth({ reading }: Pools): Promise<Found> {
  const proof = await proveRole(reading)
  return tell(proof, [
    ...superuser(proof),
    sight(proof),
    well(`can end other sessions: ${proof.mayEndSessions ? 'yes' : 'no'}`),
    worse('one login looks and acts; two would be safer (docs/databases.md)'),
  ])
}

function superuser({ isSuperuser }: RoleProof): Said[] {
  return isSuperuser ? [worse('is a superuser and may do everything: use another role')] : []
}

function sight({ seesAll }: RoleProof): Said {
  return seesAll
    ? well('sees every session')
    : worse('is no member of pg_monitor (or pg_read_all_stats), so it sees its own sessions only')
}

function writes({ couldMake, writable, tables }: RoleProof): string {
  return [...couldMake, ...(writable > 0 ? [`${writable} of ${tables} tables`] : [])].join(', ')
}

function tell({ role, version }: RoleProof, said: readonly Said[]): Found {
  const sentence = `PostgreSQL ${version}, ${role}: ${said.map(({ words }) => words).join('; ')}.`
  return said.every(({ isWell }) => isWell) ? good(sentence) : advice(sentence)
}
