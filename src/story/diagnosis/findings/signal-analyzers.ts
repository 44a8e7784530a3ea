/** Analyzers of what metrics, central logs and the error tracker show. */
import type { Analyzer } from '../finding.ts'
import { certificateExpired } from './certificate-expired.ts'
import { cpuThrottled } from './cpu-throttled.ts'
import { dependencyToldAnew } from './dependency-told-anew.ts'
import { errorsByPeer } from './errors-by-peer.ts'
import { errorsOver } from './errors-over.ts'
import { failingDependency } from './failing-dependency.ts'
import { failingService } from './failing-service.ts'
import { faultByInput } from './fault-by-input.ts'
import { memoryClimbs } from './memory-climbs.ts'
import { noData } from './no-data.ts'
import { oddSibling } from './odd-sibling.ts'
import { oneBadReplica } from './one-bad-replica.ts'
import { overload } from './overload.ts'
import { policyChanged } from './policy-changed.ts'
import { queueBehind } from './queue-behind.ts'
import { queueStuck } from './queue-stuck.ts'
import { releaseRegression } from './release-regression.ts'
import { scaledDown } from './scaled-down.ts'
import { staleCertificate } from './stale-certificate.ts'

export const SIGNAL_ANALYZERS: readonly Analyzer[] = [
  releaseRegression,
  faultByInput,
  dependencyToldAnew,
  failingDependency,
  errorsByPeer,
  overload,
  scaledDown,
  cpuThrottled,
  memoryClimbs,
  oneBadReplica,
  oddSibling,
  queueStuck,
  queueBehind,
  staleCertificate,
  certificateExpired,
  policyChanged,
  noData,
  errorsOver,
  failingService,
]
