/** Where traces are sent, read from the variables every OpenTelemetry library reads. */
import type { Environment } from '../../guidance/settings/environment.ts'
import { StartRefused } from '../../problem.ts'

type TracePlace = {
  url: string
  headers: Readonly<Record<string, string>>
  /** What every span says of the service it comes from. */
  resource: Readonly<Record<string, string>>
}

type PairsKey = 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_RESOURCE_ATTRIBUTES'

/** Undefined where no traces are wanted. */
export function readTracePlace(environment: Environment): TracePlace | undefined {
  const endpoint = environment.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  if (!endpoint) return undefined
  const headers = readPairs(environment, 'OTEL_EXPORTER_OTLP_HEADERS')
  if (!Object.entries(headers).every(([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value)))
    throw new StartRefused('OTEL_EXPORTER_OTLP_HEADERS has a name or a value that no HTTP header can have.')
  const given = readPairs(environment, 'OTEL_RESOURCE_ATTRIBUTES')
  const name = environment.OTEL_SERVICE_NAME?.trim() || given['service.name'] || 'firebreak'
  return { url: addressOf(endpoint), headers, resource: { ...given, 'service.name': name } }
}

/** The endpoint is that of all signals; traces have a path below it. */
function addressOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new StartRefused(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https address of a collector, such as http://localhost:4318.',
    )
  if (url.username !== '' || url.password !== '')
    throw new StartRefused(
      'OTEL_EXPORTER_OTLP_ENDPOINT must hold no user and no password; give them in OTEL_EXPORTER_OTLP_HEADERS (authorization=Basic%20…).',
    )
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url.href
}

/** name=value,name=value with percent-encoded values; what stands there may be a secret and is not repeated. */
function readPairs(environment: Environment, key: PairsKey): Record<string, string> {
  const pairs = (environment[key] ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(pairs.map((pair, index) => readPair(pair, `${key}, entry ${index + 1},`)))
}

function readPair(pair: string, where: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new StartRefused(`${where} must have the form name=value.`)
  try {
    return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
  } catch {
    throw new StartRefused(`${where} has a value with a percent sign that encodes nothing; write it as %25.`)
  }
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
