/** Analyzers of what metrics, central logs and the error tracker show. */
import type { Analyzer } from '../finding.ts'
import { certificateExpired } from './access/certificate-expired.ts'
import { staleCertificate } from './access/stale-certificate.ts'
import { cpuThrottled } from './containers/cpu-throttled.ts'
import { errorsOver } from './dependencies/errors-over.ts'
import { failingDependency } from './dependencies/failing-dependency.ts'
import { noData } from './dependencies/no-data.ts'
import { queueBehind } from './jobs/queue-behind.ts'
import { faultByInput } from './releases/fault-by-input.ts'
import { releaseRegression } from './releases/release-regression.ts'
import { oneBadReplica } from './replicas/one-bad-replica.ts'
import { overload } from './replicas/overload.ts'
import { policyChanged } from './routes/policy-changed.ts'
import { scrapeBlocked } from './routes/scrape-blocked.ts'

export const SIGNAL_ANALYZERS: readonly Analyzer[] = [
  releaseRegression,
  faultByInput,
  failingDependency,
  overload,
  cpuThrottled,
  oneBadReplica,
  queueBehind,
  staleCertificate,
  certificateExpired,
  policyChanged,
  scrapeBlocked,
  noData,
  errorsOver,
]
