/** Every release of the last day as one that might be undone. */
import { minutesBetween } from '../../cluster/saying/say.ts'
import { isAkin } from '../entity-of.ts'
import { complains, isMajor, isNamed, isNear, isNearest, isSpelledOut, promptFor, stoodBeyond } from '../steps/guilt.ts'
import { accusedByIt, fellowOf, isRefusedEntry, isWrittenUnder, olderTrouble, ranWell } from '../steps/innocence.ts'
import { sufferingHost } from '../steps/one-host.ts'
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
import type { Sight } from '../steps/sight.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { workloadSigns } from './workload-signs.ts'

export function releaseCandidates(sight: Sight): Candidate[] {
  const releases = sight.seen.facts.filter(isRelease)
  return releases
    .filter(({ deed }) => deed.workload.kind === 'Deployment')
    .map((release) => candidateOf(release, releases, sight))
}

function candidateOf(release: Release, all: readonly Release[], sight: Sight): Candidate {
  const { seen, cluster, heard } = sight
  const { onset, facts } = seen
  const { workload, differences } = release.deed
  const { namespace, name } = workload
  const minutes = minutesBetween(release.at, onset)
  const others = all.filter((one) => one !== release)
  const within = (low: number, high: number) => flag(minutes >= low && minutes < high)
  const fresh = facts.filter(
    (one) => one.lens === 'said' && isOwn(one, name) && isSoonAfter(release.at, one.at, AT_ONCE_MINUTES),
  )
  const signs: Signs = {
    ...workloadSigns(name, namespace, sight),
    after: flag(minutes < -3),
    t0: within(-3, 4),
    t4: within(4, 9),
    t9: within(9, 16),
    t16: within(16, 36),
    t36: within(36, 95),
    t95: flag(minutes >= 95),
    setting: flag(differences.some(isSetting)),
    image: flag(differences.some((one) => !isSetting(one))),
    major: flag(differences.some(isMajor)),
    unknown: flag(differences.length === 0),
    stepped: flag(stepped(release, seen, AT_ONCE_MINUTES).length > 0),
    stepped2: flag(stepped(release, seen, AT_ONCE_MINUTES).length > 1),
    fresh: flag(fresh.length > 0),
    freshComplaint: flag(fresh.some(isComplaint)),
    unwell: flag(isUnwellSince(release, seen)),
    movedFirst: flag(movedFirst(release, seen)),
    nearest: flag(isNearest(release, seen)),
    near: flag(isNear(release, sight)),
    prompt: flag(minutes >= -1 && minutes <= promptFor(differences)),
    complainsSince: flag(complains(release, seen)),
    spelled: flag(isSpelledOut(release, seen)),
    namedByOthers: flag(isNamed(release, seen)),
    stoodBeyond: flag(stoodBeyond(seen)),
    only: flag(others.every((one) => Math.abs(minutesBetween(one.at, onset)) > 60)),
    rivalNearer: flag(others.some((one) => Math.abs(minutesBetween(one.at, onset)) + 2 < Math.abs(minutes))),
    rivalChange: flag(
      facts.some(
        (one) =>
          one.lens === 'changed' &&
          !isRelease(one) &&
          one.at !== undefined &&
          one.score > 0.2 &&
          Math.abs(minutesBetween(one.at, onset)) < 20 &&
          !isAkin(one.entity, name),
      ),
    ),
    ruleAcquits: flag(heard.isAcquitted(name)),
    ranWell: flag(ranWell(release, seen)),
    written: flag(isWrittenUnder(release, seen)),
    refusedEntry: flag(isRefusedEntry(release, cluster)),
    accuses: flag(accusedByIt(release, facts, cluster) !== undefined),
    fellow: flag(fellowOf(release, seen) !== undefined),
    older: flag(olderTrouble(release, seen) !== undefined),
    host: flag(sufferingHost(cluster, seen) !== undefined),
  }
  return {
    family: 'rollback',
    action: { plugin: 'rollback_deployment', parameters: { namespace, deployment: name } },
    atFault: workload,
    says: `undoing the release of ${name}`,
    signs,
  }
}
