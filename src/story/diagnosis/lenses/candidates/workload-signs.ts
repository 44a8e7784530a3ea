/** What is seen of one workload whatever step is thought of: how near it stands, what it says, what moved of it, who first. */
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { bearsName, isComplaint, isFar, isOwn } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import { flag, type Signs } from './candidate.ts'

const BEFORE_MINUTES = 6
const AFTER_MINUTES = 40

export function isTimely({ at }: Weighed, onset: Date): boolean {
  if (!at) return false
  const minutes = minutesBetween(onset, at)
  return minutes >= -BEFORE_MINUTES && minutes <= AFTER_MINUTES
}

export function workloadSigns(name: string, namespace: string, { scene, cluster, seen }: Sight): Signs {
  const { facts, hypotheses, ringOf, onset } = seen
  const own = facts.filter((one) => isOwn(one, name) || bearsName(one, name))
  const timely = own.filter((one) => isTimely(one, onset))
  const [best] = hypotheses
  const hypothesis = hypotheses.find(({ entity }) => isAkin(entity, name))
  const ring = ringOf(name)
  const said = timely.filter(({ lens }) => lens === 'said')
  const complaints = timely.filter(isComplaint)
  const home = cluster.target.namespace ?? scene.subject.namespace
  return {
    ring0: flag(ring === 0),
    ring1: flag(ring > 0 && ring <= 1),
    ring2: flag(ring > 1 && ring < 3),
    target: flag(
      ring === 0 && cluster.target.workloads.some((one) => one.name === name && one.namespace === namespace),
    ),
    isNamed: flag(cluster.target.isNamed && cluster.target.workloads.some((one) => one.name === name)),
    home: flag(home === namespace),
    best: flag(best !== undefined && isAkin(best.entity, name)),
    share: best && hypothesis ? Math.min(1, hypothesis.score / best.score) : 0,
    says: Math.max(0, ...said.map(({ strength }) => strength)),
    complains: flag(complaints.length > 0),
    blames: flag(complaints.some((one) => blamed(one, name, seen))),
    blamed: flag(
      facts.some((one) => isComplaint(one) && isTimely(one, onset) && !isOwn(one, name) && names(one, name)),
    ),
    named: flag(
      facts.some((one) => one.lens === 'said' && isTimely(one, onset) && !isOwn(one, name) && names(one, name)),
    ),
    moved: Math.max(
      0,
      ...timely.filter((one) => one.lens === 'moved' || one.lens === 'fired').map(({ strength }) => strength),
    ),
    far: flag(timely.some(isFar)),
    state: Math.max(0, ...own.filter(({ lens }) => lens === 'state').map(({ strength }) => strength)),
    outside: flag(complaints.some(({ text }) => OUTSIDE.test(text))),
    upstream: flag(
      complaints.some(({ text }) =>
        /upstream|provider|vendor|partner|third.?party|gateway|remote|api\.|rejected by|returned [45]\d\d|HTTP [45]\d\d|\b(expired|licen[cs]e|quota|certificate)\b/i.test(
          text,
        ),
      ),
    ),
    first: flag(isFirst(own, facts, seen)),
    fired: flag(own.some(({ lens }) => lens === 'fired')),
    demand: flag(own.some(({ demand = 1 }) => demand >= 1.5)),
  }
}

/** A host by its full name, which is no object of a cluster. */
const OUTSIDE =
  /(?<![\w.@/-])(?!(?:java|org|com|io|net)\.)(?:[a-z0-9-]+\.)+(?!svc|local|internal|go|py|js|java|rb|ts|rs|cs|php|json|yaml|yml|conf|log|sql|html|m3u8)[a-z]{2,12}(?![\w.(])/i

function names({ names: all, text }: Weighed, name: string): boolean {
  return all.some((one) => isAkin(one, name)) || (name.length > 5 && text.includes(name))
}

/** It complains of somebody of whom facts are told. */
function blamed({ names: all }: Weighed, name: string, { facts }: Seen): boolean {
  return all.some(
    (other) =>
      /[a-z]/i.test(other) &&
      !isAkin(ownerName(other), name) &&
      facts.some(({ entity, score }) => score > 0.2 && isAkin(entity, other)),
  )
}

function isFirst(own: readonly Weighed[], facts: readonly Weighed[], { onset }: Seen): boolean {
  const earliest = (all: readonly Weighed[]) =>
    Math.min(
      ...all
        .filter((one) => isTimely(one, onset) && (isFar(one) || isComplaint(one)))
        .map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY),
    )
  const [mine, others] = [earliest(own), earliest(facts.filter((one) => !own.includes(one)))]
  return mine !== Number.POSITIVE_INFINITY && mine <= others
}
