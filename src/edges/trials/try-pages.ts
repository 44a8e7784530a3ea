/** Addresses that people open in their browsers: incidents link there, and nothing else of ours asks them. */
import { readBody } from '../outbound/read-body.ts'
import { type MakeTrial, TrialFailed, type TrialTools } from './trial.ts'

const HEALTH_BYTES_MAX = 64 * 1024

/** Prometheus answers so, and what calls itself one. */
export const tryMetricsPage: MakeTrial = ({ METRICS_PAGE_URL: address }, tools) =>
  address === undefined ? undefined : trialOf(address, '/-/healthy', tools)

export const tryGrafanaPage: MakeTrial = ({ GRAFANA_PAGE_URL: address }, tools) =>
  address === undefined ? undefined : trialOf(address, '/api/health', tools)

function trialOf(address: string, path: string, tools: TrialTools) {
  const host = URL.parse(address)?.host ?? 'it'
  return { tried: `Asked ${host} for ${path}, without signing in.`, ask: () => openPage(address, path, tools) }
}

/** Who wants somebody to sign in first is there. */
async function openPage(address: string, path: string, { fetch, signal }: TrialTools): Promise<string> {
  const response = await fetch(`${address.replace(/\/+$/, '')}${path}`, { signal })
  await readBody(response, HEALTH_BYTES_MAX)
  const { status } = response
  if (status === 401 || status === 403) return `It is there, and wants somebody to sign in (${status}).`
  if (status >= 400) throw new TrialFailed(`It answered ${status}.`)
  return `It answered ${status}: links of incidents lead somewhere.`
}
