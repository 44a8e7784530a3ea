/** Whose figures moved with the trouble: those of the very session, or those of its database while no other one's did. */
import type { SessionFact } from '../../../../plugins/gate.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Scene } from '../../scene.ts'
import { isOfRollout, type Moved, movedIn } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { flag, type Signs } from './candidate.ts'

const CLEAR = 0.3
const AROUND_MINUTES = 15

/** Read once for all sessions. */
export function movesOfSessions({ exhibits }: Scene, { onset }: Seen): Moved[] {
  return movedIn(exhibits).filter(
    (one) =>
      one.strength >= CLEAR &&
      one.at !== undefined &&
      Math.abs(minutesBetween(one.at, onset)) <= AROUND_MINUTES &&
      !isOfRollout(one) &&
      (one.labels.pid !== undefined || one.labels.application_name !== undefined || baseOf(one) !== undefined),
  )
}

export function figureSigns(session: SessionFact, moves: readonly Moved[]): Signs {
  const { pid, application_name: program, datname } = session
  const isOwn = ({ labels }: Moved) =>
    labels.pid === undefined ? (program ?? '') !== '' && labels.application_name === program : labels.pid === `${pid}`
  const isAlone = (one: Moved) => moves.every((other) => other.name !== one.name || baseOf(other) === datname)
  const ofBase = moves.filter((one) => datname !== null && baseOf(one) === datname)
  return { ownMoved: flag(moves.some(isOwn)), baseMoved: flag(ofBase.some(isAlone)) }
}

function baseOf({ labels }: Moved): string | undefined {
  return labels.pid === undefined ? labels.datname : undefined
}
