import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WeighedCandidate } from './candidates/weighed-steps.ts'
import type { Seen } from './look-through.ts'
import { isGuessedRelease, isLikely, isOutdone, isRivalled, leadsFurther } from './open-steps.ts'

function wayBack(revision: number | undefined, chance: number, name = 'grinder'): WeighedCandidate {
  const parameters = { namespace: 'mill', deployment: name, ...(revision !== undefined && { revision }) }
  const action = { plugin: 'rollback_deployment', parameters }
  const atFault = { kind: 'Deployment', namespace: 'mill', name } as const
  return { chance, candidate: { family: 'rollback', action, atFault, says: '', signs: {} } }
}

test('of two releases of one workload that are both likely the way back undoes both', () => {
  const newest = wayBack(undefined, 0.9)
  assert.equal(leadsFurther(wayBack(6, 0.8), newest), true)
  assert.equal(leadsFurther(newest, wayBack(6, 0.8)), false)
  assert.equal(leadsFurther(wayBack(5, 0.8), wayBack(6, 0.9)), true)
  assert.equal(leadsFurther(wayBack(6, 0.4), newest), false, 'the older is not likely')
  assert.equal(leadsFurther(wayBack(6, 0.8), wayBack(undefined, 0.4)), false, 'nobody doubts the older')
  assert.equal(leadsFurther(wayBack(6, 0.8, 'sifter'), newest), false, 'another workload')
})

test('a session that is merely at work is nobody’s trouble where a rule is sure of another', () => {
  const ending = (signs: Record<string, number>): WeighedCandidate => ({
    chance: 0.9,
    candidate: {
      ...{ family: 'session', says: '', signs, atFault: { kind: 'Session', name: 'pid 7' } },
      action: { plugin: 'terminate_query', parameters: { pid: 7 } },
    },
  })
  assert.equal(isLikely(ending({ beganWith: 1, old10: 1 }), [], true), false)
  assert.equal(isLikely(ending({ beganWith: 1, old10: 1 }), [], false), true)
  assert.equal(isLikely(ending({ beganWith: 1, waiters1: 1 }), [], true), true)
})

test('another release of those minutes rivals none whose own figures stepped, unless it shows something too', () => {
  const released = (name: string, chance: number, signs: Record<string, number>) => {
    const one = wayBack(undefined, chance, name)
    return { ...one, candidate: { ...one.candidate, signs } }
  }
  const meant = released('grinder', 0.9, { ring0: 1, stepped: 1 })
  assert.equal(isRivalled(meant, [meant, released('sifter', 0.7, { t0: 1, setting: 1 })]), false)
  assert.equal(isRivalled(meant, [meant, released('sifter', 0.7, { t0: 1, far: 1 })]), true)
  const other = released('grinder', 0.9, { stepped: 1 })
  assert.equal(isRivalled(other, [other, released('sifter', 0.7, { t0: 1 })]), true, 'the alert is of somebody else')
})

test('more hands for who is asked for more since a release rival not its way back', () => {
  const more = (signs: Record<string, number>): WeighedCandidate => {
    const action = { plugin: 'scale_deployment', parameters: { namespace: 'mill', deployment: 'sifter', replicas: 3 } }
    const atFault = { kind: 'Deployment', namespace: 'mill', name: 'sifter' } as const
    return { chance: 0.9, candidate: { family: 'scale', action, atFault, says: '', signs } }
  }
  const back = wayBack(undefined, 0.95)
  const brought = { ...back, candidate: { ...back.candidate, signs: { stepped: 1, t0: 1 } } }
  assert.equal(isRivalled(brought, [brought, more({ explained: 1, releasedNear: 1 })]), false)
  assert.equal(isRivalled(brought, [brought, more({ explained: 1 })]), true, 'nobody was released right before')
  assert.equal(isRivalled(back, [back, more({ explained: 1, releasedNear: 1 })]), true, 'it shows nothing of it')
})

test('no process is renewed where a likelier step on its workload may not be taken', () => {
  const renewed = {
    chance: 0.5,
    candidate: {
      ...{ family: 'restart' as const, says: '', signs: {} },
      atFault: { kind: 'Pod', namespace: 'mill', name: 'grinder-7d9f8b6c54-bcdfg' },
      action: { plugin: 'restart_pod', parameters: { namespace: 'mill', pod_name: 'grinder-7d9f8b6c54-bcdfg' } },
    },
  } satisfies WeighedCandidate
  assert.equal(isOutdone(renewed, [wayBack(undefined, 0.9), renewed]), true)
  assert.equal(isOutdone(renewed, [wayBack(undefined, 0.4), renewed]), false, 'less likely')
  assert.equal(isOutdone(renewed, [wayBack(undefined, 0.9, 'sifter'), renewed]), false, 'of another')
})

test('where nobody saw when it began, a release that shows nothing of it is only a guess', () => {
  const released = (signs: Record<string, number>) => {
    const one = wayBack(undefined, 0.9)
    return { ...one, candidate: { ...one.candidate, signs } }
  }
  const onset = new Date('2026-03-01T11:45:00Z')
  const [unseen, seen] = [{ onset }, { onset, onsetSeen: onset }] as unknown as Seen[]
  assert.equal(isGuessedRelease(released({ t0: 1, unwell: 1 }), unseen as Seen), true)
  assert.equal(isGuessedRelease(released({ t0: 1, complains: 1 }), unseen as Seen), false)
  assert.equal(isGuessedRelease(released({ t0: 1, unwell: 1 }), seen as Seen), false)
})
