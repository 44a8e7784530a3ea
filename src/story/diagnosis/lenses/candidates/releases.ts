/** Every release of the last day as one that might be undone. */
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { isCleared, ranWell } from '../steps/innocence.ts'
import {
  AT_ONCE_MINUTES,
  isComplaint,
  isOwn,
  isRelease,
  isSetting,
  isSoonAfter,
  isUnwellSince,
  movedFirst,
  type Release,
  stepped,
} from '../steps/release.ts'
import { isMajor, isNear, isNearest, isSpelledOut, promptFor, stoodBeyond } from '../steps/release-signs.ts'
import type { Sight } from '../steps/sight.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { workloadSigns } from './workload-signs.ts'
import { writtenSigns } from './written-signs.ts'

export function releaseCandidates(sight: Sight): Candidate[] {
  const releases = sight.seen.facts.filter(isRelease)
  return releases
    .filter((release) => release.deed.workload.kind === 'Deployment' && !isCleared(release, sight))
    .map((release) => candidateOf(release, releases, sight))
}

function candidateOf(release: Release, all: readonly Release[], sight: Sight): Candidate {
  const { workload, backTo } = release.deed
  const { namespace, name } = workload
  const revision = backTo === undefined ? {} : { revision: backTo }
  return {
    family: 'rollback',
    action: { plugin: 'rollback_deployment', parameters: { namespace, deployment: name, ...revision } },
    atFault: workload,
    says: `undoing the release of ${name}`,
    signs: {
      ...workloadSigns(name, namespace, sight),
      ...timeSigns(release, sight.seen),
      ...contentSigns(release),
      ...sequelSigns(release, sight),
      ...rivalSigns(release, all, sight.seen),
      ...writtenSigns(name, sight),
    },
  }
}

/** How long before the trouble it came. */
function timeSigns({ at, deed }: Release, seen: Seen): Signs {
  const minutes = minutesBetween(at, seen.onset)
  const within = (low: number, high: number) => flag(minutes >= low && minutes < high)
  return {
    after: flag(minutes < -3),
    t0: within(-3, 4),
    t4: within(4, 9),
    t9: within(9, 16),
    t16: within(16, 36),
    t36: within(36, 95),
    t95: flag(minutes >= 95),
    prompt: flag(minutes >= -1 && minutes <= promptFor(deed.differences)),
    stoodBeyond: flag(stoodBeyond(seen)),
  }
}

function contentSigns({ deed: { differences } }: Release): Signs {
  return {
    setting: flag(differences.some(isSetting)),
    image: flag(differences.some((one) => !isSetting(one))),
    major: flag(differences.some(isMajor)),
  }
}

/** What is seen of it since. */
function sequelSigns(release: Release, sight: Sight): Signs {
  const { seen } = sight
  const figures = stepped(release, seen, AT_ONCE_MINUTES)
  const fresh = seen.facts.filter(
    (one) => one.lens === 'said' && isOwn(one, release.entity) && isSoonAfter(release.at, one.at, AT_ONCE_MINUTES),
  )
  return {
    stepped: flag(figures.length > 0),
    stepped2: flag(figures.length > 1),
    fresh: flag(fresh.length > 0),
    freshComplaint: flag(fresh.some(isComplaint)),
    unwell: flag(isUnwellSince(release, seen)),
    movedFirst: flag(movedFirst(release, seen)),
    near: flag(isNear(release, sight)),
    spelled: flag(isSpelledOut(release, seen)),
    ranWell: flag(ranWell(release, seen)),
  }
}

const SHORTLY_MINUTES = 16
const HOUR_MINUTES = 60
const AROUND_MINUTES = 20
const NEARER_MINUTES = 2
const TELLING = 0.2

/** What else was done in those minutes. */
function rivalSigns(release: Release, all: readonly Release[], seen: Seen): Signs {
  const { onset, facts } = seen
  const away = (at: Date) => Math.abs(minutesBetween(at, onset))
  const others = all.filter(({ entity }) => entity !== release.entity)
  const isShortly = (at: Date) => minutesBetween(at, onset) >= -3 && minutesBetween(at, onset) < SHORTLY_MINUTES
  const isChange = (one: Weighed) => one.lens === 'changed' && !isRelease(one) && one.score > TELLING
  return {
    soleNear: flag(isShortly(release.at) && !others.some((one) => isShortly(one.at))),
    nearest: flag(isNearest(release, seen)),
    only: flag(others.every((one) => away(one.at) > HOUR_MINUTES)),
    rivalNearer: flag(others.some((one) => away(one.at) + NEARER_MINUTES < away(release.at))),
    rivalChange: flag(
      facts.some(
        (one) => isChange(one) && one.at && away(one.at) < AROUND_MINUTES && !isAkin(one.entity, release.entity),
      ),
    ),
  }
}
